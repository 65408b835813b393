/** Checks of a database that has several hosts, one by one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hostName, type MysqlSettings } from '../../engine/database/settings.ts';
import { createAsk, type HostAnswer } from '../../engine/hosts/connection.ts';
import { othersWrote } from '../../engine/hosts/elsewhere.ts';
import { count, type Diagnosis, fault, fine, warning } from './diagnosis.ts';

const patienceMs = 10_000;
/** The time between the three questions about the writes of a cluster: first running writes end, then others can write. */
const pausesMs = [200, 2000];

export interface HostAsked {
  /** As it is written in an address. */
  readonly name: string;
  readonly answer: HostAnswer;
}

/** With a single host, this only checks whether its group has others; other checks do the rest. @param read the hosts that lists are read from */
export async function checkHosts(written: MysqlSettings, read: MysqlSettings | null): Promise<Diagnosis[]> {
  const ask = async (settings: MysqlSettings): Promise<HostAsked[]> =>
    Promise.all(
      settings.hosts.map(async (host) => ({
        name: hostName(host),
        answer: await createAsk(settings, patienceMs)(host),
      })),
    );
  const asked = await ask(written);
  const rounds = [asked];
  for (const pause of asked.some(({ answer }) => isNode(answer)) ? pausesMs : []) {
    await sleep(pause);
    rounds.push(await ask(written));
  }
  return [
    ...(written.hosts.length > 1 ? judgeWritten(asked) : []),
    ...judgeGroup(asked),
    ...judgeWriters(rounds),
    ...(read === null ? [] : (await ask(read)).map(judgeRead)),
  ];
}

function isNode(answer: HostAnswer): boolean {
  return answer.kind === 'state' && answer.state.written !== null;
}

/** The nodes of a cluster that have written meanwhile. @param rounds the answers of each, three times in a row */
export function judgeWriters(rounds: readonly (readonly HostAsked[])[]): Diagnosis[] {
  const [hosts = []] = rounds;
  const answers = hosts.map(({ name }, index) => ({
    name,
    told: rounds.flatMap((round) => {
      const answer = round[index]?.answer;
      return answer?.kind === 'state' && answer.state.written ? [answer.state.written] : [];
    }),
  }));
  const writing = answers.filter(({ told }) => (told.at(-1)?.own ?? 0) > (told[0]?.own ?? 0));
  // With a single address, only the host behind it can be checked.
  const [first, second, third] = answers[0]?.told ?? [];
  const fromOthers =
    hosts.length === 1 &&
    first !== undefined &&
    second !== undefined &&
    third !== undefined &&
    othersWrote(first, second, third);
  if (writing.length < 2 && !fromOthers) return [];
  const where = fromOthers ? 'on other nodes too' : `at ${writing.map(({ name }) => name).join(' and ')}`;
  return [
    fault(
      'writers',
      `The cluster is written to ${where}.`,
      'Give every node of the service the same hosts in the same order, and look for other programs that write. Rules about several rows only hold if all write to one node.',
    ),
  ];
}

/** Hosts of DATABASE_URL, of which one is to take writes, or the nodes of one cluster. */
export function judgeWritten(hosts: readonly HostAsked[]): Diagnosis[] {
  const told = hosts.map(
    (host) => judgeAway(host, 'DATABASE_URL') ?? fine(`host ${host.name}`, stateOf(host)),
  );
  const open = hosts.flatMap(({ answer }) =>
    answer.kind === 'state' && answer.state.refusal === null ? [answer.state] : [],
  );
  if (open.length === 0) {
    const todo = 'Make one of them the primary, or give the address of the primary.';
    return [...told, fault('hosts', 'None of them accepts writes, so nothing can be saved.', todo)];
  }
  const clusters = new Set(open.map(({ cluster }) => cluster));
  if (open.length === 1 || (clusters.size === 1 && !clusters.has(null))) return told;
  const todo =
    'Set read_only on all but the primary. Data that is written to one of them is not on the others.';
  return [
    ...told,
    fault('hosts', `${count(open.length, 'host')} accept writes, but they are not a cluster.`, todo),
  ];
}

/** Members of a group that are all meant to be written to. */
export function judgeGroup(hosts: readonly HostAsked[]): Diagnosis[] {
  const many = hosts.some(({ answer }) => answer.kind === 'state' && answer.state.manyPrimaries);
  const todo =
    'Run SELECT group_replication_switch_to_single_primary_mode(). With several primaries, locks do not hold, and rows cannot be deleted together with others.';
  return many ? [warning('group', 'It has several primaries.', todo)] : [];
}

/** A host of DATABASE_READ_URL. */
export function judgeRead(host: HostAsked): Diagnosis {
  return (
    judgeAway(host, 'DATABASE_READ_URL') ??
    fine(`host ${host.name}`, `${stateOf(host)} The service reads lists from it.`)
  );
}

function judgeAway({ name, answer }: HostAsked, setting: string): Diagnosis | null {
  if (answer.kind === 'state') return null;
  const { error } = answer;
  const why = 'code' in error ? String(error.code) : error.name;
  const todo = `Start it, give the service access to it, or remove it from ${setting}. The service uses the others meanwhile.`;
  const told = answer.kind === 'gone' ? 'It cannot be reached' : 'It can be reached, but refuses the service';
  return warning(`host ${name}`, `${told} (${why}).`, todo);
}

function stateOf({ answer }: HostAsked): string {
  if (answer.kind !== 'state') return '';
  const { refusal } = answer.state;
  return refusal === null ? 'It takes writes.' : `It accepts no writes: ${refusal}.`;
}
