/** Notification preferences: for each kind none, the page, or also e-mail. */
import { useState } from 'preact/hooks';
import { notify, notifyFailure } from '../parts/notices.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { send, useQuery } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { w } from '../words/words.ts';

type Channel = keyof typeof w.bell.channels;
type Digest = keyof typeof w.bell.digests;

interface Chosen {
  readonly digest: Digest;
  readonly digest_time: string;
  readonly kinds: Readonly<Record<string, Channel>>;
}

const path = '/user/notification-preferences';

export function Preferences() {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery<{ data: Chosen }>(isOpen ? path : null);
  const bell = present().resources.find(({ view }) => view.bell);
  if (!bell) return null;
  const labels = bell.filters.flatMap(({ values }) => values ?? []);
  const chosen = data?.body.data;
  return (
    <section class="sheet">
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <h2>{w.bell.preferences}</h2>
        </summary>
        {isOpen && !chosen && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
        {chosen && (
          <>
            {Object.entries(chosen.kinds).map(([kind, channel]) => (
              <Choice
                key={kind}
                id={`kind-${kind}`}
                label={labels.find(({ value }) => value === kind)?.label ?? kind}
                value={channel}
                words={w.bell.channels}
                onChoose={(next) => change({ kinds: { [kind]: next } })}
              />
            ))}
            <Choice
              id="digest"
              label={w.bell.digest}
              value={chosen.digest}
              words={w.bell.digests}
              onChoose={(digest) => change({ digest })}
            />
            {chosen.digest !== 'immediate' && (
              <div class="field preference">
                <label for="digest-time">{w.bell.digestTime}</label>
                <input
                  id="digest-time"
                  type="time"
                  value={chosen.digest_time}
                  onChange={({ currentTarget: { value } }) =>
                    value !== '' && void change({ digest_time: value })
                  }
                />
              </div>
            )}
          </>
        )}
      </details>
    </section>
  );
}

async function change(body: Partial<Chosen>): Promise<void> {
  try {
    await send(path, { method: 'PATCH', body });
    notify(w.record.done);
  } catch (error) {
    notifyFailure(error);
  }
}

interface ChoiceProps<Word extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: Word;
  readonly words: Readonly<Record<Word, string>>;
  onChoose(word: Word): Promise<void>;
}

function Choice<Word extends string>({ id, label, value, words, onChoose }: ChoiceProps<Word>) {
  const all = Object.keys(words).filter((word): word is Word => word in words);
  return (
    <div class="field preference">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = all.find((word) => word === currentTarget.value);
          if (chosen !== undefined) void onChoose(chosen);
        }}
      >
        {all.map((word) => (
          <option key={word} value={word}>
            {words[word]}
          </option>
        ))}
      </select>
    </div>
  );
}
