/** What the service puts before the text of the service worker, and what a service worker has. */

/** The style sheet of the recorder's table, which the service puts before its modules. */
declare const RECORDER_STYLE: string;

/** The style sheet of the desk. */
declare const STUDY_STYLE: string;

/** The addresses of the files of this version. */
declare const FILES: string[];

/** Those of them that are loaded before the others. */
declare const FIRST_FILES: string[];

/** Parts of the archive from which Python imports once it has begun, in their order. */
declare const PARTS: string[];

/** The version of the folder of static files. */
declare const VERSION: string;

/** The sentences of the page around all others, by language and name. */
declare const WORDS: Record<string, Record<string, string>>;

/** The path of the service. */
declare const ROOT: string;

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** A page as a service worker sees it. */
interface PocketClient {
  readonly id: string;
  readonly url: string;
  readonly frameType: string;
  readonly focused: boolean;
  readonly visibilityState: string;
  postMessage(message: object, ports?: MessagePort[]): void;
}

interface PocketScope {
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<PocketClient | undefined>;
    matchAll(options: object): Promise<PocketClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "message", listener: (event: ExtendableEvent & MessageEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: FetchEvent) => void): void;
}

interface ServiceWorkerScope {
  readonly clients: { claim(): Promise<void>; matchAll(options: object): Promise<{ url: string }[]> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: FetchEvent) => void): void;
}

/** Makes the module of Pyodide's script. */
declare function _createPyodideModule(settings: object): Promise<object>;
