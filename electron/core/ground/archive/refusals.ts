import { fail } from '../../../../shared/result.ts';

type Failure = ReturnType<typeof fail>;

/** What is wrong with a map that a person brought, in words for that person. */

const SAFE = 'The built-in map stays.';

/** The file is no archive that Waybill reads. */
export function refused(code: string, message: string): Failure {
  return fail({ kind: 'invalid', code, message, safe: SAFE, next: 'none' });
}

/** The archive is one, but parts of it are missing or are not what they say. */
export function damaged(what: string): Failure {
  return refused('ground.damaged', `This map file is damaged: ${what}.`);
}

/** The file can't be read at the moment. */
export function unreadable(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return fail({
      kind: 'local',
      code: 'ground.gone',
      message: 'The map file is no longer where it was.',
      safe: `${SAFE} Put the file back, or remove it from the list.`,
      next: 'none',
    });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return fail({
      kind: 'local',
      code: 'ground.denied',
      message: 'Waybill may not read this map file.',
      safe: SAFE,
      next: 'askAdministrator',
    });
  }
  return fail({
    kind: 'local',
    code: 'ground.unreadable',
    message: 'The map file can’t be read.',
    safe: SAFE,
    next: 'retry',
  });
}
