import type { Op } from '../../bridge.ts';
import { formatPosition } from '../../state/format.ts';
import { text } from '../../text/en.ts';
import { colourName } from '../../state/colour.ts';
import { formatLength, formatSurface } from '../../state/areaFigures.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import { referenceId } from '../../../shared/rules/merge.ts';
import { referencesOf, shapeInWords, shapeOfTexts, summaryNames } from './areaValues.ts';
import type { GeometryTexts, ShapeWords } from './areaValues.ts';
import { changeLine, changesOf, sideOf, sourceMembers } from './changes.ts';
import type { ChangingOp, FieldChange, NameOfRecord } from './changes.ts';
import { vehicleParts } from '../vehicleParts.svelte.ts';
import { fieldInWords } from './fieldWords.ts';
import { recordNames } from './names.svelte.ts';
import { words } from './words.ts';

/** The values of a field: the one before, the one of this write, and what the service has now. */
export const SIDES = ['base', 'mine', 'theirs'] as const;
export type Side = (typeof SIDES)[number];
/** A write whose values can be told in words. */
export type DescribedOp = ChangingOp & Pick<Op, 'entity' | 'targetId' | 'conflicts'>;

const nameOfRecord: NameOfRecord = (entity, id) => recordNames.of(entity, id);
const shapeWords: ShapeWords = {
  points: text.outbox.shape.points,
  around: text.outbox.shape.around,
  position: ({ lat, lng }) => formatPosition(lat, lng),
  surface: formatSurface,
  length: formatLength,
};
const GEOMETRY = 'coordinates';
const COLOUR = 'color';

/** Tells values of one write as people read them; it follows names that arrive later. */
export class ChangeText {
  readonly #op: DescribedOp;
  readonly #base: ReadonlyMap<string, string>;
  readonly #mine: ReadonlyMap<string, string>;

  constructor(op: DescribedOp) {
    this.#op = op;
    this.#base = sourceMembers(op.before);
    this.#mine = sourceMembers(op.patch);
  }

  /** The fields that the write changes. */
  get changes(): FieldChange[] {
    return changesOf(this.#op);
  }

  /** The whole change as one line. */
  get line(): string {
    return changeLine(this.#op, words, nameOfRecord, (field, side, json) =>
      this.#special(field, side, json),
    );
  }

  /** One value of a field in words. */
  value({ field, names }: Pick<FieldChange, 'field' | 'names'>, side: Side, json: string | null) {
    const special = this.#special(field, side, json);
    return special ?? sideOf(names === undefined ? {} : { names }, json, words, nameOfRecord);
  }

  /** The shape of an area on each side of a conflict about it; null for any other field. */
  shapes(field: string): (AreaShape | null)[] | null {
    if (field !== GEOMETRY || this.#op.entity !== 'area') return null;
    return SIDES.map((side) => shapeOfTexts(this.#geometry(side)) ?? null);
  }

  /** The colour of an area, to be shown beside its name; null for every other value. */
  colour(field: string, json: string | null): string | null {
    const hex = field === COLOUR && this.#op.entity === 'area' ? parsedJson(json) : null;
    return typeof hex === 'string' && colourName(hex) !== null ? hex.trim() : null;
  }

  /** What JSON would not tell people anything; null for every other value. */
  #special(field: string, side: Side, json: string | null): string | null {
    if (json === null) return null;
    if (field === GEOMETRY && this.#op.entity === 'area') return this.#shape(side);
    const colour = this.colour(field, json);
    if (colour !== null) return this.#colour(field, side, colour);
    if (this.#op.entity === 'vehicle') {
      const ofVehicle = this.#ofVehicle(field, side, json);
      if (ofVehicle !== null) return ofVehicle;
    }
    const list = /Ids$/.test(field) ? this.#list(field, json) : null;
    return list ?? fieldInWords(this.#op, field, json, nameOfRecord);
  }

  /** Depots of vehicles travel as ids; null where a name is told beside, or none known. */
  #ofVehicle(field: string, side: Side, json: string): string | null {
    const id = referenceId(json);
    if (id === null || field !== 'depotId') return null;
    return (
      summaryNames([`[${this.#at(field, side) ?? ''}]`]).get(id) ?? vehicleParts.nameOf('depot', id)
    );
  }

  /** A colour by its name; with its number too where another side goes by the same name. */
  #colour(field: string, side: Side, hex: string): string {
    const name = colourName(hex) ?? hex;
    const isAlike = SIDES.some((one) => {
      const other = one === side ? null : this.colour(field, this.#at(field, one));
      return other !== null && other !== hex && colourName(other) === name;
    });
    return isAlike ? text.colours.exactly(name, hex) : name;
  }

  #list(field: string, json: string): string | null {
    const elements = referencesOf(json);
    if (elements === null) return null;
    if (elements.length === 0) return words.absent;
    const carried = summaryNames(SIDES.map((side) => this.#at(field, side)));
    const isOfVehicle = field === 'groupIds' && this.#op.entity === 'vehicle';
    const isArea = field === 'groupIds' && this.#op.entity === 'area';
    return elements
      .map((element) => {
        const id = referenceId(element) ?? element;
        const named = isArea ? nameOfRecord('areaGroup', id) : null;
        return (
          named ?? carried.get(id) ?? (isOfVehicle ? vehicleParts.nameOf('groups', id) : null) ?? id
        );
      })
      .join(', ');
  }

  #shape(side: Side): string | null {
    const [own, ...others] = [side, ...SIDES.filter((other) => other !== side)].map((one) => {
      const texts = this.#geometry(one);
      return { texts, shape: shapeInWords(texts, shapeWords, false) };
    });
    if (own === undefined) return null;
    const isAlike = others.some(
      ({ texts, shape }) => shape === own.shape && texts.coordinates !== own.texts.coordinates,
    );
    return isAlike ? shapeInWords(own.texts, shapeWords, true) : own.shape;
  }

  #geometry(side: Side): GeometryTexts {
    const part = (field: string): string | null =>
      this.#at(field, side) ?? recordNames.field(this.#op.entity, this.#op.targetId, field);
    return { type: part('type'), coordinates: this.#at(GEOMETRY, side), radius: part('radius') };
  }

  /** A field on one side; what this write does not touch is the same on all sides. */
  #at(field: string, side: Side): string | null {
    const disputed = this.#op.conflicts.find((conflict) => conflict.field === field);
    if (disputed !== undefined) return disputed[side];
    const own = side === 'mine' ? this.#mine.get(field) : undefined;
    return own ?? this.#base.get(field) ?? null;
  }
}
