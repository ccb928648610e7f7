import type { PositionStatus } from '../../../shared/rules/positions.ts';
import { reference } from '../../state/reference.svelte.ts';
import { typeEntries } from '../../state/vehicleType.ts';
import type { TypeEntry, VehicleType } from '../../state/vehicleType.ts';
import type { Glyph } from '../layers/badges.ts';
import type { Palette } from '../palette.ts';
import { GlyphBook } from './glyphBook.ts';

/** Pictures of vehicle types on the map, and which of them a legend has to explain. */
export class TypePictures {
  #palette: Palette | undefined;
  #book: GlyphBook | undefined;
  #shown = $state.raw<readonly TypeEntry[]>([]);
  #shownKey = '';

  /** The pictures that are drawn now, each with the names that it stands for. */
  get shown(): readonly TypeEntry[] {
    return this.#shown;
  }

  /** Colours are worked out anew: the look or the list of types has changed. */
  renew(palette: Palette | undefined = this.#palette): void {
    this.#palette = palette;
    this.#book = palette === undefined ? undefined : new GlyphBook(palette, reference.vehicleTypes);
  }

  /** The picture of a type; null before there is a map to draw on. */
  of(type: VehicleType, status: PositionStatus): Glyph | null {
    return this.#book?.of(type, status) ?? null;
  }

  /** Takes the types that were drawn last; the legend changes only where they are others. */
  note(types: Iterable<VehicleType>): void {
    const entries = typeEntries(types);
    const key = JSON.stringify(entries);
    if (key === this.#shownKey) return;
    this.#shownKey = key;
    this.#shown = entries;
  }
}
