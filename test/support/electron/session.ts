import { EventEmitter } from 'node:events';
import type Electron from 'electron';

type SchemeHandler = Parameters<Electron.Protocol['handle']>[1];
type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  answer: (response: Electron.CallbackResponse) => void,
) => void;

type Shell = Pick<
  Electron.Session,
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'
>;
type Handler<Name extends keyof Shell> = Parameters<Shell[Name]>[0];

/** A session: its permissions, its schemes and its network, refused as Electron would refuse them. */
export class FakeSession
  extends EventEmitter
  implements Shell, Pick<Electron.Session, 'resolveProxy' | 'setSpellCheckerLanguages'>
{
  request: Handler<'setPermissionRequestHandler'> = null;
  check: Handler<'setPermissionCheckHandler'> = null;
  device: Handler<'setDevicePermissionHandler'> = null;
  displayMedia: Handler<'setDisplayMediaRequestHandler'> = null;
  readonly schemes = new Map<string, SchemeHandler>();
  /** What the system says of proxies, and the addresses that it was asked for. */
  proxies = 'DIRECT';
  readonly proxied: string[] = [];
  beforeRequest: BeforeRequest | null = null;

  readonly protocol = {
    handle: (scheme: string, handler: SchemeHandler): void => {
      if (this.schemes.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      this.schemes.set(scheme, handler);
    },
  } satisfies Pick<Electron.Protocol, 'handle'>;

  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      this.beforeRequest = listener;
    },
  };

  /** Languages to be spelled; null as Electron has it, which fetches dictionaries. */
  spelled: readonly string[] | null = null;
  setSpellCheckerLanguages(languages: string[]): void {
    this.spelled = languages;
  }
  resolveProxy(url: string): Promise<string> {
    this.proxied.push(url);
    return Promise.resolve(this.proxies);
  }

  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'>): void {
    this.request = handler;
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'>): void {
    this.check = handler;
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'>): void {
    this.device = handler;
  }
  setDisplayMediaRequestHandler(handler: Handler<'setDisplayMediaRequestHandler'>): void {
    this.displayMedia = handler;
  }

  /** Asks for a permission as a page does; Electron grants whatever has no handler. */
  permits(permission: PermissionName, origin: string): { request: boolean; check: boolean } {
    let request = this.request === null;
    // The handlers read the address alone; the rest of what Electron hands over is not made up.
    const details = { requestingUrl: origin, isMainFrame: true } as Electron.PermissionRequest;
    this.request?.(null as never, permission, (value) => (request = value), details);
    const asked = { isMainFrame: true } as Electron.PermissionCheckHandlerHandlerDetails;
    const check = this.check?.(null, permission, origin, asked) ?? true;
    return { request, check };
  }

  /** Asks for a picture of the screen. Without a handler, and with null, nothing is captured. */
  captures(): boolean {
    const answers: (Electron.Streams | null)[] = [];
    const request = { videoRequested: true } as Electron.DisplayMediaRequestHandlerHandlerRequest;
    this.displayMedia?.(request, (streams) => {
      if (answers.length > 0) throw new TypeError('One-time callback was called more than once');
      if (streams !== null && streams.video === undefined) {
        throw new TypeError('Video was requested, but no video stream was provided');
      }
      answers.push(streams);
    });
    return answers.some((streams) => streams !== null);
  }

  /** Asks the network; rejects what the filter cancels and what nobody answers. */
  async fetch(url: string): Promise<Response> {
    if (this.beforeRequest !== null && !url.startsWith('data:')) {
      const answers: Electron.CallbackResponse[] = [];
      const details = { url, method: 'GET' } as Electron.OnBeforeRequestListenerDetails;
      this.beforeRequest(details, (answer) => answers.push(answer));
      if (answers.some(({ cancel }) => cancel === true))
        throw new Error('ERR_BLOCKED_BY_CLIENT (-20)');
    }
    const handler = this.schemes.get(new URL(url).protocol.slice(0, -1));
    if (handler === undefined) throw new Error(`The network itself was asked: ${url}`);
    return handler(new Request(url));
  }

  /** A page saves a file; gives whether it may. */
  downloads(url: string): boolean {
    let prevented = false;
    const event = { preventDefault: () => (prevented = true) };
    this.emit('will-download', event, { getURL: () => url });
    return !prevented;
  }
}

/** Every permission that Electron knows, as its types name them. */
export type PermissionName = Parameters<NonNullable<Handler<'setPermissionRequestHandler'>>>[1];
