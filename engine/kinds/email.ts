/** What an e-mail address looks like. */

/**
 * Without what cannot be seen (control characters, soft hyphens, joiners, marks of direction): two addresses that look alike would
 * be two accounts, or one account with two limits.
 */
const email =
  /^[^\s\p{Cc}\p{Cf}@<>(),;:\\"[\]]+@[^\s\p{Cc}\p{Cf}@<>(),;:\\"[\]]+\.[^\s\p{Cc}\p{Cf}@<>(),;:\\"[\].]+$/u;

/** Whether a text is an e-mail address, as far as its form tells. */
export function isEmail(text: string): boolean {
  return email.test(text);
}
