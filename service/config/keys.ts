/** APP_KEY and APP_PREVIOUS_KEYS. */
import { appKeyPattern } from './app-key.ts';
import { refuse } from './refusal.ts';

const howToMakeAKey = 'Give 32 random bytes in base64, e.g. from: openssl rand -base64 32';

/** APP_KEY; null if it is not set. */
export function readGivenKey(value: string): Buffer | null {
  return value === '' ? null : readKey('APP_KEY', value);
}

/**
 * The keys in order.
 * @param given APP_KEY
 * @param previous the value of APP_PREVIOUS_KEYS
 * @param kept returns the key stored beside the database if APP_KEY is not set; null if none can be
 */
export function readAppKeys(
  given: Buffer | null,
  previous: string,
  kept: (() => Buffer) | null,
): [Buffer, ...Buffer[]] {
  const earlier = readPreviousKeys(previous);
  if (given !== null) return [given, ...earlier];
  if (kept === null) throw refuse('APP_KEY', 'not set', `with mysql:// it is required. ${howToMakeAKey}`);
  return [kept(), ...earlier];
}

function readPreviousKeys(value: string): Buffer[] {
  const name = 'APP_PREVIOUS_KEYS';
  if (value === '') return [];
  const keys = value.split(',').map((entry) => readKey(name, entry.trim()));
  const twice = keys.some((key, index) => keys.findIndex((other) => other.equals(key)) !== index);
  if (twice)
    throw refuse(
      name,
      `a list of ${keys.length} secrets`,
      'one stands there twice; give each earlier key once.',
    );
  return keys;
}

function readKey(name: string, value: string): Buffer {
  if (appKeyPattern.test(value)) return Buffer.from(value, 'base64');
  throw refuse(name, `a secret of ${value.length} characters`, howToMakeAKey);
}
