import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the server saw it. */
export interface Seen {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Numbers the connections: the same number is the same socket. */
  connection: number;
}

export type Answer = (
  request: Seen,
  response: http.ServerResponse,
  socket: Socket,
) => void | Promise<void>;

export interface HostileServer {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  seen: Seen[];
  /** Answers everything from now on. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

/** Answers with JSON (or raw text) and a status. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A tiny server on loopback that does to each request whatever a test tells it to. */
export async function startHostileServer(first: Answer = json({})): Promise<HostileServer> {
  let how = first;
  const seen: Seen[] = [];
  const sockets = new Map<Socket, number>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { socket } = request;
      const one: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        connection: sockets.get(socket) ?? -1,
      };
      seen.push(one);
      void how(one, response, socket);
    });
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.set(socket, connections);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    answer(next) {
      how = next;
    },
    close() {
      for (const socket of sockets.keys()) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Promises an answer and gives a byte of it now and then, without end. */
export const dripping: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drop = (): void => void response.write(' ');
  drop();
  const drops = setInterval(drop, 100);
  response.on('close', () => clearInterval(drops));
};
