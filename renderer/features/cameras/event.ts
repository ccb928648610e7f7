import { isPosition } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import type { Row } from '../../bridge.ts';
import { reference } from '../../state/reference.svelte.ts';
import {
  fieldsOf,
  fieldsOfRow,
  idAt,
  instantAt,
  numberAt,
  textAt,
  valueAt,
} from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';

/** A camera event as list and detail show it (interface, section 2.5: its fields are the tenant's). */

interface Named {
  readonly id: string | null;
  readonly name: string;
}

/** A picture or recording that an event has a link to. */
export interface Media {
  /** Which camera took it, as the service writes it. */
  readonly camera: string | null;
  readonly url: string;
  /** The host that it lies at; null where the link is none that can be followed. */
  readonly host: string | null;
}

export interface CameraEvent {
  readonly atMs: number | null;
  readonly kind: string;
  readonly severity: string | null;
  readonly durationS: number | null;
  readonly vehicle: Named | null;
  readonly driver: Named | null;
  readonly device: Named | null;
  readonly place: LatLng | null;
  readonly media: readonly Media[];
}

function namedAt(fields: Fields, path: string): Named | null {
  const summary = valueAt(fields, path);
  const id =
    typeof summary === 'object' && summary !== null
      ? idAt(fields, path)
      : textAt(fields, `${path}Id`);
  const name = textAt(fields, path);
  return id === null && name === null ? null : { id, name: name ?? id ?? '' };
}

function placeOf(fields: Fields): LatLng | null {
  for (const path of ['location', 'coordinates', 'lastCoordinates', 'position']) {
    const [lat, lng] = [numberAt(fields, `${path}.lat`), numberAt(fields, `${path}.lng`)];
    if (lat !== null && lng !== null && isPosition({ lat, lng })) return { lat, lng };
  }
  return null;
}

function mediumOf(camera: string | null, url: string): Media {
  let host: string | null = null;
  try {
    const parsed = new URL(url);
    host = parsed.protocol === 'https:' ? parsed.host : null;
  } catch {
    // Not a link that leads anywhere: its text is shown.
  }
  return { camera, url, host };
}

/** Members in which tenants keep links, one by one or as lists. */
const LINKS = ['media', 'videos', 'images', 'attachments', 'url', 'videoUrl', 'imageUrl'];
const URLS = ['url', 'link', 'href', 'src', 'videoUrl'];

/** The links of an event, each once. */
export function mediaOf(fields: Fields): Media[] {
  const found = new Map<string, Media>();
  for (const name of LINKS) {
    const value = fields.get(name);
    for (const one of Array.isArray(value) ? value : [value]) {
      const inner = fieldsOf(one);
      const url =
        typeof one === 'string'
          ? one
          : (URLS.map((key) => textAt(inner, key)).find((text) => text !== null) ?? null);
      if (url === null || url.trim() === '' || found.has(url)) continue;
      found.set(url, mediumOf(textAt(inner, 'camera') ?? textAt(inner, 'type'), url));
    }
  }
  return [...found.values()];
}

/** What a kind of event is called. */
export function kindName(fields: Fields): string {
  const type = textAt(fields, 'type.name') ?? textAt(fields, 'typeName');
  const key = textAt(fields, 'type') ?? textAt(fields, 'eventType');
  return type ?? (key === null ? '' : (reference.eventTypeName(key) ?? key));
}

export function eventOf(row: Row): CameraEvent {
  const fields = fieldsOfRow(row);
  return {
    atMs: instantAt(fields, 'occurredAt'),
    kind: kindName(fields),
    severity: textAt(fields, 'severity'),
    durationS: numberAt(fields, 'durationS') ?? numberAt(fields, 'duration'),
    vehicle: namedAt(fields, 'vehicle'),
    driver: namedAt(fields, 'driver'),
    device: namedAt(fields, 'device'),
    place: placeOf(fields),
    media: mediaOf(fields),
  };
}
