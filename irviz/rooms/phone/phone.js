// What the room is at, in words.
const root = document.documentElement.dataset;
const line = document.querySelector("#state");
const code = location.pathname.split("/").at(-1);
const words = { yes: "You are here.", no: "There is no such room.", ended: "This room has ended." };
line.textContent = words[root.found] ?? line.textContent;
if (root.found === "yes") {
  const events = new EventSource(new URL(`${root.home}room/${code}/events`, location));
  events.addEventListener("message", (event) => {
    const { state, question } = JSON.parse(event.data);
    line.textContent = question ? `${question.words} (${state})` : "Look at the wall.";
    if (state === "ended") events.close();
  });
}
