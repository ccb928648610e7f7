import { NamedFiles } from '../../answers/namedFiles.svelte.ts';
import { call } from '../../bridge.ts';

/** Pictures and recordings of a camera event, at its service and elsewhere. */
export class EventFiles extends NamedFiles {
  constructor(id: string) {
    const of = { entity: 'cameraEvent', id } as const;
    super({
      here: () => call('records.files', of),
      fetch: (urls) => call('records.fetchFiles', { ...of, urls }),
      fetchElsewhere: (host, urls) => call('records.fetchElsewhere', { ...of, host, urls }),
      save: (url) => call('records.saveFile', { ...of, url }),
    });
  }
}
