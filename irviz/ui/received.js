// What the server said last, by component: its part of the one message that comes with the board (parts.js).

export const received = new Map();
