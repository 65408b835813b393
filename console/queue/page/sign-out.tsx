/** Asks whether somebody signs out although something of theirs is not sent: it is deleted then. */
import { FormDialog } from '../../parts/dialog.tsx';
import { w } from '../../words/words.ts';
import { entries, forgetEntries } from '../kept-entries.ts';

interface SignOutProps {
  readonly count: number;
  onClose(): void;
  /** @returns whether it was done */
  signOut(): Promise<boolean>;
}

export function SignOutDialog({ count, onClose, signOut }: SignOutProps) {
  const leave = async () => {
    const own = entries.get();
    if (await signOut()) await forgetEntries(own);
    onClose();
  };
  return (
    <FormDialog
      title={w.queue.signOut}
      submit={w.account.signOut}
      danger
      onClose={onClose}
      onSubmit={() => void leave()}
    >
      <p>{w.queue.signOutHelp(count)}</p>
    </FormDialog>
  );
}
