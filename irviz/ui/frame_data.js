// What the frame that is shown has for each part (frame.js).

export const received = new Map();
