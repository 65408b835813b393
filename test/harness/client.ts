/** The client of all tests is that of the conformance suite. */
import type { Client } from '../../package/testing/world/client.ts';

export * from '../../package/testing/world/client.ts';

/** Signs in repeatedly with wrong passwords, with the CSRF cookie of the first attempt. @returns the status of each */
export async function guessPasswords(client: Client, email: string, times: number): Promise<number[]> {
  await client.get('/spa/csrf-cookie');
  const statuses: number[] = [];
  for (let round = 0; round < times; round += 1) {
    statuses.push((await client.post('/auth/login', { email, password: `guess ${round}` })).status);
  }
  return statuses;
}
