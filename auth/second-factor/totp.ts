/** Time-based one-time codes (RFC 6238): six digits, thirty seconds, one step of tolerance to either side. */
import { generateSecret, generateURI, verifySync } from 'otplib';
import { encodeQR } from 'qr';

const period = 30;

/** 160 random bits in base32, as long as the MAC that uses them (RFC 4226, section 4). */
export function makeTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The address that an authenticator app takes, with the service as the issuer and the e-mail as the account's name. */
export function totpUrl(issuer: string, secret: string, email: string): string {
  return generateURI({ issuer, label: email, secret });
}

/** The address as a QR code: an SVG, dark on its own white ground, so that a dark page can show it too. */
export function qrCodeOf(url: string): string {
  const svg = encodeQR(url, 'svg', { ecc: 'medium', border: 4 });
  return svg.replace('<path', '<rect width="100%" height="100%" fill="#fff"/><path');
}

/**
 * The time step for which a code is right, now or one step before or after; null for a wrong one.
 * Whether it was used before is for the caller to find out, who keeps the last step.
 * @param code as typed; blanks in it do not matter
 */
export function totpStep(secret: string, code: string): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const result = verifySync({ secret, token, period, epochTolerance: period });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
