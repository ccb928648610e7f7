import { PORTAL } from './faults.ts';
import type { Fault } from './faults.ts';
import { answer, broken, text, withRows } from './replies.ts';
import type { Sent } from './replies.ts';

/** What comes back where a fault keeps a request from the service; null where it does not. */
export function instead(fault: Fault, token: string): Sent | null {
  switch (fault.is) {
    case 'requestLost':
      return broken('reset');
    case 'status': {
      const html = 'html' in fault && fault.html;
      const body = html ? '<html><body>Not here</body></html>' : '{"message":"not now"}';
      return answer(fault.status, body, 'retryAfterS' in fault ? fault.retryAfterS : undefined);
    }
    case 'echo':
      return answer(fault.status, JSON.stringify({ message: `bad token ${token}` }));
    case 'html':
      return answer(200, PORTAL);
    default:
      return null;
  }
}

/** What a fault makes of the service's own answer. */
export function spoiled(fault: Fault, sent: Sent): Sent {
  if (!sent.ok) return sent;
  const { reply } = sent;
  switch (fault.is) {
    case 'statusAfter':
      return answer(fault.status, '<html><body>Bad gateway</body></html>');
    case 'truncated':
      return answer(reply.status, text(reply).slice(0, Math.floor(text(reply).length / 2)));
    case 'empty':
      return withRows(
        reply,
        () => [],
        () => 0,
      );
    case 'shifted':
      return withRows(
        reply,
        (rows) => rows.slice(0, -1),
        (total) => total,
      );
    default:
      return sent;
  }
}
