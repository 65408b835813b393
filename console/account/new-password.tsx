/** A new password, entered twice. */
import type { FieldErrors } from '../service/failure.ts';
import { w } from '../words/words.ts';
import { OwnField } from './own-form.tsx';

export function NewPassword({ errors, hint }: { readonly errors: FieldErrors; readonly hint: string }) {
  return (
    <>
      <OwnField
        name="password"
        type="password"
        label={w.account.newPassword}
        hint={hint}
        autocomplete="new-password"
        errors={errors}
      />
      <OwnField
        name="password_confirmation"
        type="password"
        label={w.account.repeatPassword}
        autocomplete="new-password"
        errors={errors}
      />
    </>
  );
}
