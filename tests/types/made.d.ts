// Modules that are made when pages are served or written (irviz/ui/files.py, irviz/static/folder.py).

export const module: (name: string) => any;
export const loadPyodide: (options: object) => Promise<any>;

/** In python.js, each file's name and size; in the service worker, its sum. */
export const FILES: Record<string, [string, number]>;
export const LOADER: string;
export const LOCK: string;
export const RUNTIME: string;
