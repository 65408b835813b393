/** The rules for a password that a person chooses. */
import { createRequire } from 'node:module';
import { once } from '../../engine/memoize.ts';
import { type Message, say } from '../../engine/message.ts';
import { fold } from '../../engine/values.ts';
import { texts } from '../messages.ts';
import { maxPasswordBytes, passwordLength } from './passwords.ts';

const shortestPasswordBytes = 8;

/**
 * The 10,000 most common passwords of the allowed length (ASVS 4.0.3, 2.1.7), in lower case: attackers also try variants with
 * capitals. Loaded with the first new password.
 */
const common = once((): ReadonlySet<string> => {
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = createRequire(import.meta.url)(
    '@zxcvbn-ts/language-common',
  );
  const long = dictionary['passwords-common'].filter((one) => one.length >= shortestPasswordBytes);
  return new Set(long.slice(0, 10_000));
});

/**
 * The problem of a new password; nothing for a good one.
 * @param names the e-mail and username of the person, which attackers try first
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
