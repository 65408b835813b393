/** The user's sessions, and how to end others. */
import { formatInstant } from '../parts/format.ts';
import { notifyFailure } from '../parts/notices.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { send, useQuery } from '../service/queries.ts';
import { locale, w } from '../words/words.ts';

interface OwnSession {
  readonly id: string;
  readonly address: string | null;
  readonly browser: string | null;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
}

export function Sessions() {
  const { data, error, refetch } = useQuery<{ data: readonly OwnSession[] }>('/user/sessions');
  return (
    <section class="sheet">
      <h2>{w.account.sessions}</h2>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      <ul class="sessions">
        {data?.body.data.map((one) => (
          <li key={one.id}>
            <OneSession session={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneSession({ session }: { session: OwnSession }) {
  const name = session.browser ?? w.account.unknownBrowser;
  const end = async () => {
    try {
      await send(`/user/sessions/${session.id}`, { method: 'DELETE' });
    } catch (error) {
      notifyFailure(error);
    }
  };
  // In the browser's time zone: a session belongs to the person, not to the site.
  const when = (instant: string) => formatInstant(instant, { locale, timezone: null });
  return (
    <>
      <p>
        <strong>{name}</strong> {session.address}
        <br />
        <small>
          {w.account.signedInAt} {when(session.created_at)} · {w.account.lastSeenAt}{' '}
          {when(session.last_seen_at)}
        </small>
      </p>
      {session.current ? (
        <span class="badge good">{w.account.thisSession}</span>
      ) : (
        <button type="button" aria-label={`${w.account.endSession}: ${name}`} onClick={() => void end()}>
          {w.account.endSession}
        </button>
      )}
    </>
  );
}
