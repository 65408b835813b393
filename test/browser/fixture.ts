/** A service with the demo data, the page of a browser client on another origin, and a browser to open it in. */
import { expect } from 'chai';
import { type Browser, type ClientPage, startBrowser } from '../harness/browser.ts';
import { type PageServer, servePage } from '../harness/page-server.ts';
import { type Service, startService } from '../harness/service.ts';

export interface BrowserFixture {
  readonly service: Service;
  readonly browser: Browser;
  /** The service under the page's own host name: cookies go along only within one site. */
  readonly api: string;
  /** The page at FRONTEND_URL. */
  readonly pages: PageServer;
  /** Opens that page. */
  open(): Promise<ClientPage>;
  stop(): Promise<void>;
}

export const password = 'password';

/**
 * Starts all three.
 * @param environment settings from the address of the page's server; by default it is FRONTEND_URL and the one
 *   stateful domain, and the service is not reached through it
 */
export async function startInBrowser(
  environment: (pages: PageServer) => Readonly<Record<string, string>> = (pages) => ({
    FRONTEND_URL: pages.url(),
    STATEFUL_DOMAINS: new URL(pages.url()).host,
  }),
): Promise<BrowserFixture> {
  const pages = await servePage();
  const service = await startService({ seed: 'demo', env: environment(pages) });
  const browser = await startBrowser();
  const api = `http://localhost:${new URL(service.url).port}`;
  return {
    service,
    browser,
    api,
    pages,
    open: () => browser.open(pages.url(), api),
    stop: async () => {
      await browser.quit();
      await service.stop();
      pages.close();
    },
  };
}

/** Signs in as a browser client does it: the CSRF cookie, then the login. */
export async function signIn(client: ClientPage, email: string, remember = false): Promise<void> {
  expect(await client.get('/spa/csrf-cookie')).to.include({ status: 204 });
  const login = await client.send('POST', '/auth/login', { email, password, remember });
  expect(login).to.deep.include({ status: 200, data: { two_factor: false } });
}
