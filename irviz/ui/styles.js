// The page's styles. They come with its head; on a host that leaves the head alone they are asked for here.

const { href } = new URL("styles.css", import.meta.url);

/** Done when the styles are in force, or cannot be had. */
export const styled = new Promise((done) => {
  let link = [...document.querySelectorAll("link[rel=stylesheet]")].find((one) => one.href === href);
  if (!link) {
    link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    document.head.append(link);
  }
  if (link.sheet) done();
  link.addEventListener("load", done);
  link.addEventListener("error", done);
});
