/** What a password must be where a person chooses one. */
import { createRequire } from 'node:module';
import { once } from '../../engine/memoize.ts';
import { type Message, say } from '../../engine/message.ts';
import { fold } from '../../engine/values.ts';
import { texts } from '../messages.ts';
import { maxPasswordBytes, passwordLength } from './passwords.ts';

const shortestPasswordBytes = 8;

/**
 * The 10,000 most common passwords of those that are long enough (ASVS 4.0.3, 2.1.7), in lower case: a capital here
 * or there is what is tried next. Loaded with the first new password.
 */
const common = once((): ReadonlySet<string> => {
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = createRequire(import.meta.url)(
    '@zxcvbn-ts/language-common',
  );
  const long = dictionary['passwords-common'].filter((one) => one.length >= shortestPasswordBytes);
  return new Set(long.slice(0, 10_000));
});

/**
 * What is wrong with a new password; nothing for a good one.
 *
 * @param names what the person is known by, e-mail and username: tried before anything else
 */
export function passwordProblems(password: string, names: readonly string[] = []): Message[] {
  const length = passwordLength(password);
  if (length < shortestPasswordBytes) return [say(texts.passwordTooShort, { min: shortestPasswordBytes })];
  if (length > maxPasswordBytes) return [say(texts.passwordTooLong, { max: maxPasswordBytes })];
  // bcrypt repeats a password behind a NUL up to 72 bytes: `a` and `a NUL a` would be the same.
  if (password.includes('\0')) return [say(texts.passwordWithNul)];
  const folded = fold(password);
  if (common().has(folded)) return [say(texts.passwordTooCommon)];
  if (names.some((name) => fold(name.trim()) === folded.trim())) return [say(texts.passwordIsName)];
  return [];
}
