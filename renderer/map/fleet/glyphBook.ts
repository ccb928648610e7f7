import type { PositionStatus } from '../../../shared/rules/positions.ts';
import { typeColour } from '../../state/vehicleType.ts';
import type { VehicleType } from '../../state/vehicleType.ts';
import type { Fields } from '../../state/record.ts';
import { glyphColour } from '../layers/badges.ts';
import type { Glyph } from '../layers/badges.ts';
import type { Palette } from '../palette.ts';

/** The pictures of types in one look; each is worked out once, because every frame asks for them. */
export class GlyphBook {
  readonly #glyphs = new Map<string, Glyph>();
  readonly #palette: Palette;
  readonly #types: ReadonlyMap<string, Fields>;

  /** `types` is the tenant's list of types by id. */
  constructor(palette: Palette, types: ReadonlyMap<string, Fields>) {
    this.#palette = palette;
    this.#types = types;
  }

  /** The picture of a type in the tenant's colour for a movement, or in that of text. */
  of({ id, group }: VehicleType, status: PositionStatus): Glyph {
    const key = `${group} ${status} ${id ?? ''}`;
    const known = this.#glyphs.get(key);
    if (known !== undefined) return known;
    const listed = id === null ? undefined : this.#types.get(id);
    const glyph = { group, colour: glyphColour(typeColour(listed, status), this.#palette) };
    this.#glyphs.set(key, glyph);
    return glyph;
  }
}
