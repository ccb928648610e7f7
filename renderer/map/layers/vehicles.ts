import type { Map as MapLibre } from 'maplibre-gl';
import { toMercator } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { Arrangement } from './arrangement.ts';
import { clusterRadius } from './clusters.ts';
import type { Spot } from './clusters.ts';
import type { FleetTrack } from './track.ts';
import { pauseMs } from './pace.ts';
import { isInBox, positionAt, screenX, screenY } from './view.ts';
import type { View } from './view.ts';
import type { Palette } from '../palette.ts';
import type { PositionStatus } from '../../../shared/rules/positions.ts';
import { AREA_NAMES_FROM_ZOOM } from './areaNames.ts';
import { BADGE_PX, GLYPHS_FROM_ZOOM, GLYPH_PX } from './badges.ts';
import type { Glyph } from './badges.ts';
import { drawCluster } from './clusterMark.ts';
import { drawLabels, Taken } from './labels.ts';
import type { Box } from './labels.ts';
import { fadeOf, MARK_PX } from './marks.ts';
import type { Fade } from './marks.ts';
import { reachOf, ringed } from './reach.ts';
import type { Reach } from './reach.ts';
import { Sprites } from './sprites.ts';

/** What the layer asks for while it draws. */
export interface VehicleSources {
  /** The name beside a vehicle, or null while it is not known (it is fetched then). */
  label(id: string): string | null;
  /** The picture of a vehicle's type, or null while the vehicle is not known. */
  glyph(id: string, status: PositionStatus): Glyph | null;
  /** Milliseconds since 1970 by the desk's clock, for ages. */
  nowMs(): number;
  /** What lies over the map and hides what is below it: no name is put there. */
  covers(): readonly Box[];
}

/** What lies under a pixel. */
export type Hit =
  | { readonly is: 'vehicle'; readonly id: string }
  | {
      readonly is: 'cluster';
      readonly ids: readonly string[];
      readonly x: number;
      readonly y: number;
    };

/** A place on the map in CSS pixels from its top left corner. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

const LABELS_FROM_ZOOM = 13;
/** Half of a target of 24 px and a little (WCAG 2.5.8). */
const REACH_PX = 14;

/**
 * Draws vehicles on a canvas of its own above the map: a glide repaints some hundred marks, not
 * the ground, and any number of vehicles costs one pass over a few columns of numbers.
 */
export class VehicleLayer {
  readonly #map: MapLibre;
  readonly #track: FleetTrack;
  readonly #sources: VehicleSources;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  #palette: Palette;
  #sprites: Sprites | undefined;
  #font = 'sans-serif';
  #shown: ReadonlySet<string> | null = null;
  #selectedId: string | null = null;
  #hoveredId: string | null = null;
  readonly #arranged: Arrangement;
  #close = false;
  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #costMs = 0;
  /** Called after each drawing, so that what is pinned to a vehicle follows. */
  ondraw: (() => void) | undefined;
  /** Called with the ground that marks and names take, where names of other things yield to them. */
  ontaken: ((taken: Taken, view: View) => void) | undefined;

  constructor(map: MapLibre, track: FleetTrack, sources: VehicleSources, palette: Palette) {
    this.#map = map;
    this.#track = track;
    this.#arranged = new Arrangement(track);
    this.#sources = sources;
    this.#palette = palette;
    this.#canvas = document.createElement('canvas');
    this.#canvas.className = 'vehicle-layer';
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#canvas.style.position = 'absolute';
    this.#canvas.style.inset = '0';
    this.#canvas.style.pointerEvents = 'none';
    this.#context = this.#canvas.getContext('2d');
    map.getCanvasContainer().append(this.#canvas);
    this.#font = getComputedStyle(map.getContainer()).fontFamily;
    map.on('render', this.#onrender);
  }

  destroy(): void {
    this.#map.off('render', this.#onrender);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#canvas.remove();
  }

  /** Draws in the map's own frame, so that marks and ground move as one. */
  readonly #onrender = (): void => this.#draw();

  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.#sprites = undefined;
    this.redraw();
  }

  /** Which vehicles are drawn; null for all. */
  setShown(ids: ReadonlySet<string> | null): void {
    this.#shown = ids;
    this.redraw();
  }

  setSelected(id: string | null): void {
    this.#selectedId = id;
    this.redraw();
  }

  setHovered(id: string | null): void {
    this.#hoveredId = id;
    this.redraw();
  }

  /** Steps back while something else on the map is worked on. */
  setDimmed(dimmed: boolean): void {
    this.#canvas.style.opacity = dimmed ? '0.45' : '';
  }

  /** Draws at the next frame: positions, labels or ages have changed. */
  redraw(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  /** Where a vehicle is drawn, or null when it is unknown. It may lie outside the map. */
  pixelOf(id: string): Pixel | null {
    const i = this.#track.indexOf(id);
    if (i === undefined) return null;
    const view = this.#view();
    const now = performance.now();
    return { x: screenX(view, this.#track.xAt(i, now)), y: screenY(view, this.#track.yAt(i, now)) };
  }

  /** The position under a pixel. */
  positionAt({ x, y }: Pixel): LatLng {
    return positionAt(this.#view(), x, y);
  }

  /** Vehicles whose types are told by a picture now: none from afar and none in clusters. */
  pictured(): string[] {
    return this.#close ? this.#idsOf(this.#arranged.singles.map(({ index }) => index)) : [];
  }

  /** What is drawn at a pixel, the nearest first. */
  pick(x: number, y: number): Hit | null {
    let best: Spot | undefined;
    let bestPx = REACH_PX;
    for (const spot of this.#arranged.singles) {
      const px = Math.hypot(spot.x - x, spot.y - y);
      if (px <= bestPx) {
        best = spot;
        bestPx = px;
      }
    }
    const id = best === undefined ? undefined : this.#track.ids[best.index];
    if (id !== undefined) return { is: 'vehicle', id };
    const hit = this.#arranged.clusters.find(
      (c) => Math.hypot(c.x - x, c.y - y) <= Math.max(REACH_PX, clusterRadius(c.members.length)),
    );
    if (hit === undefined) return null;
    return { is: 'cluster', ids: this.#idsOf(hit.members), x: hit.x, y: hit.y };
  }

  /** Drawn vehicles between two pixels, clustered ones included. */
  within(a: Pixel, b: Pixel): string[] {
    const view = this.#view();
    const now = performance.now();
    return this.#track.ids.filter((id, i) => {
      if (this.#shown !== null && !this.#shown.has(id)) return false;
      // Not by positions: a box over the date line has its west in the east.
      return isInBox(view, { x: this.#track.xAt(i, now), y: this.#track.yAt(i, now) }, a, b);
    });
  }

  /** Newest positions of the vehicles that are drawn. */
  *positions(): Generator<LatLng> {
    for (const [i, id] of this.#track.ids.entries()) {
      if (this.#shown === null || this.#shown.has(id)) yield this.#track.position(i);
    }
  }

  /** Whether a vehicle is drawn at least so many pixels inside the map's edges. */
  inSight(id: string, marginPx = 0): boolean {
    const at = this.pixelOf(id);
    if (at === null) return false;
    const { clientWidth, clientHeight } = this.#map.getContainer();
    return (
      at.x >= marginPx &&
      at.x <= clientWidth - marginPx &&
      at.y >= marginPx &&
      at.y <= clientHeight - marginPx
    );
  }

  #idsOf(members: readonly number[]): string[] {
    return members.flatMap((index) => this.#track.ids[index] ?? []);
  }

  #view(): View {
    const centre = this.#map.getCenter();
    const { x, y } = toMercator({ lat: centre.lat, lng: centre.lng });
    const container = this.#map.getContainer();
    return {
      x,
      y,
      zoom: this.#map.getZoom(),
      width: container.clientWidth,
      height: container.clientHeight,
    };
  }

  #draw(): void {
    const context = this.#context;
    if (context === null) return;
    const startMs = performance.now();
    const view = this.#view();
    const ratio = window.devicePixelRatio;
    this.#fit(view, ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    const scope = { view, shown: this.#shown, selectedId: this.#selectedId };
    const fastestPxMs = this.#arranged.renew({ ...scope, hoveredId: this.#hoveredId }, startMs);
    const { singles, clusters, clustered } = this.#arranged;
    this.#sprites ??= new Sprites(this.#palette, ratio, this.#font);
    for (const each of clusters) drawCluster(context, each, this.#palette, this.#font);
    this.#close = !clustered && view.zoom >= GLYPHS_FROM_ZOOM;
    const size = this.#close ? BADGE_PX : MARK_PX * markScale(view.zoom);
    for (const spot of singles) {
      if (this.#close) this.#drawBadge(context, this.#sprites, spot, startMs);
      else this.#drawMark(context, this.#sprites, spot, size, startMs);
    }
    if (view.zoom >= AREA_NAMES_FROM_ZOOM) {
      const named = !clustered && view.zoom >= LABELS_FROM_ZOOM;
      this.#drawNames(context, this.#sprites, view, { named, size, startMs });
    }
    this.ondraw?.();
    this.#costMs = 0.7 * this.#costMs + 0.3 * (performance.now() - startMs);
    if (fastestPxMs > 0) this.#scheduleGlide(pauseMs(fastestPxMs, this.#costMs));
  }

  /** Names beside the marks, and what they leave to the names of areas. */
  #drawNames(
    context: CanvasRenderingContext2D,
    sprites: Sprites,
    view: View,
    { named, size, startMs }: { named: boolean; size: number; startMs: number },
  ): void {
    const taken = new Taken();
    for (const box of this.#sources.covers()) taken.take(box);
    for (const { x, y, members } of this.#arranged.clusters) {
      const radius = clusterRadius(members.length);
      taken.take({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
    }
    const reach = ({ index }: Spot): Reach => {
      const [status, turn] = [this.#track.status(index), this.#heading(index, startMs)];
      const around = reachOf(status, this.#close, size * this.#lift(index), turn);
      return this.#track.ids[index] === this.#selectedId ? ringed(around) : around;
    };
    const nameOf = ({ index }: Spot): string | null => {
      const id = named ? this.#track.ids[index] : undefined;
      return id === undefined ? null : this.#sources.label(id);
    };
    drawLabels(context, sprites, this.#arranged.singles, reach, nameOf, taken);
    this.ontaken?.(taken, view);
  }

  /** The next frame of a glide: at the screen's pace at most. */
  #scheduleGlide(inMs: number): void {
    clearTimeout(this.#timer);
    if (inMs <= 16) this.redraw();
    else this.#timer = setTimeout(() => this.redraw(), inMs);
  }

  #fit({ width, height }: View, ratio: number): void {
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width === w && this.#canvas.height === h) return;
    this.#canvas.width = w;
    this.#canvas.height = h;
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#sprites = undefined;
  }

  #drawMark(
    context: CanvasRenderingContext2D,
    sprites: Sprites,
    { index, x, y }: Spot,
    size: number,
    now: number,
  ): void {
    const status = this.#track.status(index);
    const { image } = sprites.mark(status, this.#fade(index));
    drawTurned(context, image, { x, y }, size * this.#lift(index), this.#heading(index, now));
  }

  /** From close by the mark is larger and holds the picture of the vehicle's type, upright. */
  #drawBadge(
    context: CanvasRenderingContext2D,
    sprites: Sprites,
    { index, x, y }: Spot,
    now: number,
  ): void {
    const status = this.#track.status(index);
    const { image } = sprites.badge(status, this.#fade(index));
    const lift = this.#lift(index);
    drawTurned(context, image, { x, y }, BADGE_PX * lift, this.#heading(index, now));
    const id = this.#track.ids[index];
    const glyph = id === undefined ? null : this.#sources.glyph(id, status);
    if (glyph === null) return;
    const side = GLYPH_PX * lift;
    context.drawImage(sprites.glyph(glyph).image, x - side / 2, y - side / 2, side, side);
  }

  #fade(index: number): Fade {
    return fadeOf(this.#sources.nowMs() - this.#track.fixedAt(index));
  }

  #lift(index: number): number {
    return this.#track.ids[index] === this.#hoveredId ? 1.2 : 1;
  }

  /** Degrees by which a mark is turned: only what drives has a direction. From afar it jumps. */
  #heading(index: number, now: number): number {
    if (this.#track.status(index) !== 'driving') return 0;
    return this.#track.headingAt(index, this.#close ? now : Infinity);
  }
}

/** Draws a square picture around a pixel, turned by degrees clockwise; NaN for not at all. */
function drawTurned(
  context: CanvasRenderingContext2D,
  image: CanvasImageSource,
  { x, y }: Pixel,
  size: number,
  turnDeg: number,
): void {
  if (turnDeg === 0 || Number.isNaN(turnDeg)) {
    context.drawImage(image, x - size / 2, y - size / 2, size, size);
    return;
  }
  context.save();
  context.translate(x, y);
  context.rotate((turnDeg * Math.PI) / 180);
  context.drawImage(image, -size / 2, -size / 2, size, size);
  context.restore();
}

/** Marks are smaller where the town is. */
function markScale(zoom: number): number {
  return Math.max(0.62, Math.min(1.1, 0.62 + (zoom - 9) * 0.08));
}
