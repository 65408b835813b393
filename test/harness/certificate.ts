/** Self-signed certificates for tests. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Paths of PEM files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a certificate for a host name.
 * @param openssl path of the program
 * @param folder for its files `NAME.pem` and `NAME.key`
 * @throws Error with openssl's message
 */
export function makeCertificate(openssl: string, folder: string, name: string, host: string): Certificate {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const made = spawnSync(openssl, ['req', ...kind, ...subject, '-keyout', key, '-out', cert], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  return { cert, key };
}
