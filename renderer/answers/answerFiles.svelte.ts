import { withFiles } from '../../shared/rules/answerFiles.ts';
import { call } from '../bridge.ts';
import { NamedFiles } from './namedFiles.svelte.ts';

/** Pictures and documents that an answer names, at its service and elsewhere. */
export class AnswerFiles extends NamedFiles {
  constructor(answerId: string) {
    super({
      here: () => call('answers.files', { answerId }),
      fetch: (urls) => call('answers.fetchFiles', { answerId, urls }),
      fetchElsewhere: (host, urls) => call('answers.fetchElsewhere', { answerId, host, urls }),
      save: (url) => call('answers.saveFile', { answerId, url }),
    });
  }

  /** The answer with its pictures in the place of their addresses. */
  into(json: string): string {
    return withFiles(json, this.here.pictures);
  }
}
