/** Raw connections to the service: half a request, its rest, and whether connections are accepted. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Client } from './client.ts';

/** A sign-in that will be refused, in two parts: all except the end of the body, and that end. */
export async function splitSignIn(client: Client): Promise<{ most: string; rest: string }> {
  await client.get('/spa/csrf-cookie');
  const body = JSON.stringify({ email: 'nobody@demo.test', password: 'password' });
  const head = [
    'POST /api/v1/auth/login HTTP/1.1',
    'Host: localhost',
    'Origin: http://localhost:5173',
    `Cookie: ${client.cookieHeader()}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '')}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return { most: `${head.join('\r\n')}\r\n\r\n${body.slice(0, 9)}`, rest: body.slice(9) };
}

/** Opens a connection and sends a text, which the service may not have read yet. */
export async function sendOn(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Sends the rest of a request. @returns everything received until the service closes the connection */
export async function sendRest(socket: Socket, rest: string): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.write(rest);
  await once(socket, 'close');
  return answer;
}

/** Whether nothing listens. An accepted connection is closed at once. */
export async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
