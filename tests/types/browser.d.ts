// What the scripts take for granted: an element that they look for is one of HTML, of the kind that its markup says.

interface Element extends HTMLOrSVGElement, ElementCSSInlineStyle, GlobalEventHandlers {
  checked?: boolean;
  content?: DocumentFragment;
  disabled?: boolean;
  elements?: any;
  hidden?: any;
  href?: string;
  inert?: boolean;
  innerText?: string;
  offsetHeight: number;
  offsetLeft: number;
  offsetParent: Element;
  offsetTop: number;
  offsetWidth: number;
  decode?: () => Promise<void>;
  form?: HTMLFormElement;
  open?: boolean;
  rel?: string;
  sheet?: CSSStyleSheet;
  value?: any;
  click?(): void;
  close?(): void;
  hidePopover?(): void;
  showModal?(): void;
  showPopover?(options?: object): void;
}

interface Node {
  contains(other: EventTarget): boolean;
  data?: any;
  getAttribute?(name: string): string;
  querySelector?(selector: string): Element;
  querySelectorAll?(selector: string): NodeListOf<Element>;
  scrollIntoView?(options?: object): void;
}

interface EventTarget {
  dataset?: DOMStringMap;
  form?: HTMLFormElement;
  name?: string;
  value?: any;
  closest(selector: string): Element;
  matches(selector: string): boolean;
}

interface Event {
  detail: any;
  key: string;
  button: number;
  clientX: number;
  clientY: number;
  isPrimary: boolean;
  pointerId: number;
  pointerType: string;
  relatedTarget: any;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  // In a service worker.
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

interface Window {
  // In a worker.
  clients: any;
  registration: any;
  say: (words: string) => boolean;
  skipWaiting: () => void;
  // In a page.
  Plotly: any;
}

interface Screen {
  isExtended: boolean;
}

interface ImportMeta {
  /** When a module began to be fetched (irviz/ui/page.py). */
  starts: any;
}

/** What the service worker begins with (irviz/static/folder.py). */
declare const VERSION: string;
declare const FILES: Record<string, string>;
