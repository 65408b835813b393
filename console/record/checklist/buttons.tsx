/** Answers as buttons. Pressing the chosen one again removes the answer. */
import { w } from '../../words/words.ts';
import type { WayToAnswer } from './told.ts';

interface ButtonsProps {
  readonly asked: WayToAnswer;
  readonly value: unknown;
  readonly isBusy: boolean;
  give(value: unknown): Promise<boolean>;
}

export function Buttons({ asked, value, isBusy, give }: ButtonsProps) {
  return (
    <p class="answers">
      {pressedWays(asked).map(({ answer, label }) => (
        <button
          key={label}
          type="button"
          class="thumb"
          aria-pressed={value === answer}
          aria-disabled={isBusy}
          onClick={() => void give(value === answer ? null : answer)}
        >
          {label}
        </button>
      ))}
    </p>
  );
}

function pressedWays(asked: WayToAnswer): { readonly answer: unknown; readonly label: string }[] {
  const { tick, pass, fail } = w.form.checklist;
  if (asked.by === 'tick') return [{ answer: true, label: tick }];
  if (asked.by === 'pick') return asked.choices.map((one) => ({ answer: one, label: one }));
  return [
    { answer: true, label: pass },
    { answer: false, label: fail },
  ];
}
