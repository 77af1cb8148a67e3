"""The least that an interactive Streamlit page can do: a component whose last message comes back to it.

What this costs is Streamlit's own: the floor under every answer.
"""

import streamlit as st

JS = """
export default function ({ data, parentElement, setStateValue }) {
  const button = parentElement.querySelector("button");
  button.textContent = String(data.revision);
  button.onclick = () => {
    const revision = Number(button.textContent) + 1;
    setStateValue("message", { client: "echo", revision, steps: [], link: {} });
  };
}
"""

HTML = "<button data-testid=echo></button>"

echo = st.components.v2.component("echo", html=HTML, js=JS, isolate_styles=False)
KEY = "board"
message = st.session_state.get(KEY, {}).get("message") or {}
echo(
    key=KEY,
    data={"client": message.get("client"), "revision": message.get("revision", 0)},
    on_message_change=lambda: None,
)
