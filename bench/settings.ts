/** The settings of the servers for comparison. They are not part of the service. */
import { deriveKeys } from '../auth/keys.ts';
import { readDatabase } from '../service/config/database-url.ts';

export interface ContenderSettings {
  readonly port: number;
  readonly database: ReturnType<typeof readDatabase>;
  /** Verify the signature of the session's cookie. */
  readonly cookieKeys: readonly Buffer[];
  /** Verify the token against cross-site request forgery. */
  readonly tokenKeys: readonly Buffer[];
}

/** Reads `PORT`, `DATABASE_URL` and `APP_KEY`, with the same meaning as for the service. */
export function readContenderSettings(): ContenderSettings {
  const key = Buffer.from(process.env.APP_KEY ?? '', 'base64');
  return {
    port: Number(process.env.PORT),
    database: readDatabase(process.env.DATABASE_URL ?? ''),
    cookieKeys: deriveKeys([key], 'session cookie'),
    tokenKeys: deriveKeys([key], 'csrf token'),
  };
}

/** The sentence that `contenders.ts` waits for. */
export function announce(port: number): void {
  process.stdout.write(`is listening on http://127.0.0.1:${port}\n`);
}

export const allowedOrigins: ReadonlySet<string> = new Set([
  'http://localhost:5173',
  'http://localhost:3000',
  'http://localhost',
]);
