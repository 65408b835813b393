/** The form of an e-mail address. */

/**
 * Invisible characters are refused (control characters, soft hyphens, joiners, direction marks). Otherwise two addresses that
 * look alike would be two accounts, or one account with two limits.
 */
const email =
  /^[^\s\p{Cc}\p{Cf}@<>(),;:\\"[\]]+@[^\s\p{Cc}\p{Cf}@<>(),;:\\"[\]]+\.[^\s\p{Cc}\p{Cf}@<>(),;:\\"[\].]+$/u;

/** Whether a text has the form of an e-mail address. */
export function isEmail(text: string): boolean {
  return email.test(text);
}
