/** How much of an upload has left. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
}

interface Put {
  readonly content: unknown;
  readonly contentType: string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the request. The caller then waits no longer for its answer. */
  readonly signal: AbortSignal;
}

/** The part of XMLHttpRequest that is used. Node has none, so its types have none either. */
interface Exchange {
  readonly upload: { onprogress: (event: { readonly loaded: number; readonly total: number }) => void };
  readonly status: number;
  readonly responseText: string;
  onload: () => void;
  onerror: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(content: unknown): void;
  abort(): void;
}

declare const XMLHttpRequest: (new () => Exchange) | undefined;

/** What can tell the progress of an upload, where the platform has it: `fetch` cannot. */
export const progressOf = () => (typeof XMLHttpRequest === 'undefined' ? undefined : XMLHttpRequest);

/** Sends bytes to a signed address and tells the progress. */
export const putWithProgress = (
  Sender: new () => Exchange,
  url: string,
  { content, contentType, onProgress, signal }: Put,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new Sender();
    request.open('PUT', url);
    request.setRequestHeader('content-type', contentType);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = () => reject(new TypeError('network error'));
    signal.addEventListener('abort', () => request.abort());
    request.send(content);
  });
