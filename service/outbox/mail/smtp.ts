/** Passes a message to the server of SMTP_URL. Every attempt has a time limit. */
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { abortWith } from '../../../engine/signal.ts';
import type { SmtpSettings } from '../../config/mail.ts';

/** The reason why a message was not accepted. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  /** `message`: it is refused permanently; `address`: its recipient is. `later`: any other reason. */
  readonly refused: 'message' | 'address' | 'later';

  constructor(message: string, refused: NotTaken['refused'], options?: ErrorOptions) {
    super(message, options);
    this.refused = refused;
  }
}

interface Handing {
  readonly from: string;
  readonly to: string;
  readonly message: Buffer;
}

/** Milliseconds for a whole attempt, much less than a mail is held. */
const usualAttemptMs = 30_000;

interface Bounds {
  /** Aborts the attempt. */
  readonly signal?: AbortSignal;
  readonly attemptMs?: number;
}

/** @throws NotTaken */
export function handOver(smtp: SmtpSettings, handing: Handing, bounds: Bounds = {}): Promise<void> {
  return converse(smtp, bounds, async (connection) => {
    const envelope = { from: handing.from, to: [handing.to] };
    await new Promise<void>((resolve, reject) => {
      connection.send(envelope, handing.message, (error) => (error ? reject(error) : resolve()));
    });
  });
}

/** Connects and signs in as for a mail. @throws NotTaken if that fails */
export function knock(smtp: SmtpSettings, bounds: Bounds = {}): Promise<void> {
  return converse(smtp, bounds, async () => {});
}

async function converse(
  { host, port, tls, login }: SmtpSettings,
  { signal, attemptMs = usualAttemptMs }: Bounds,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  const connection = new SMTPConnection({
    ...{ host, port },
    secure: tls === 'at-once',
    requireTLS: tls === 'required',
    ...{ dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
  });
  const over = abortWith(signal);
  const timer = setTimeout(() => over.abort(), attemptMs).unref();
  const ended = new Promise<never>((_, reject) => {
    connection.on('error', reject);
    connection.on('end', () => reject(new Error('The server closed the connection.')));
    const late = () => reject(new Error('The attempt took too long.'));
    if (over.signal.aborted) late();
    else over.signal.addEventListener('abort', late, { once: true });
  });
  ended.catch(() => {});
  try {
    await Promise.race([ended, steps(connection, login, work)]);
    connection.quit();
  } catch (error) {
    connection.close();
    throw explain(error);
  } finally {
    clearTimeout(timer);
    over.forget();
  }
}

async function steps(
  connection: SMTPConnection,
  login: SmtpSettings['login'],
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  if (login !== null) {
    await new Promise<void>((resolve, reject) => {
      const credentials = { user: login.user, pass: login.password };
      connection.login({ credentials }, (error) => (error ? reject(error) : resolve()));
    });
  }
  await work(connection);
}

/**
 * A 5xx to the mail itself is permanent. One to the greeting, to STARTTLS or to the password is about the connection: the mail
 * can be sent after that is fixed.
 */
function explain(error: unknown): NotTaken {
  const said = error instanceof Error ? error.message : String(error);
  const { responseCode, command = '' } = repliedBy(error);
  const permanent = responseCode !== undefined && responseCode >= 500;
  const refused = !permanent
    ? 'later'
    : /^(?:RCPT TO|DATA)/.test(command)
      ? 'address'
      : command.startsWith('MAIL FROM')
        ? 'message'
        : 'later';
  return new NotTaken(said, refused, { cause: error });
}

function repliedBy(error: unknown): { readonly responseCode?: number; readonly command?: string } {
  if (!(error instanceof Error)) return {};
  const code = 'responseCode' in error ? error.responseCode : undefined;
  const command = 'command' in error ? error.command : undefined;
  return {
    ...(typeof code === 'number' && { responseCode: code }),
    ...(typeof command === 'string' && { command }),
  };
}
