import type { Map as MapLibre } from 'maplibre-gl';
import { areaBounds } from '../../../shared/rules/areaShape.ts';
import { boundsOf } from '../../../shared/rules/geo.ts';
import type { Bounds, LatLng } from '../../../shared/rules/geo.ts';
import { listen } from '../../bridge.ts';
import { clock } from '../../state/clock.svelte.ts';
import { fleet } from '../../state/fleet.svelte.ts';
import { whose } from '../../state/whose.svelte.ts';
import { boundsInSight } from '../bounds.ts';
import { camera } from '../camera.ts';
import type { Camera } from '../camera.ts';
import { AreaLayer } from '../layers/areas.ts';
import type { DrawnArea } from '../layers/areas.ts';
import { VehicleLayer } from '../layers/vehicles.ts';
import type { Pixel, VehicleSources } from '../layers/vehicles.ts';
import type { Palette } from '../palette.ts';
import { LivingAreas } from './areas.svelte.ts';
import { NO_COUNTS, countShown, metresPerPixelOf, nearestShown } from './measures.ts';
import type { Counts } from './measures.ts';
import { VehicleNames } from './names.svelte.ts';
import { FleetTrack, type PositionColumns } from '../layers/track.ts';
import { EDGE_PX, Moves } from './moves.ts';
import { followRemovals } from './removals.ts';
import { isCovered } from './room.ts';
import type { Place, SceneActs } from './sceneActs.ts';
import { TypePictures } from './types.svelte.ts';

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** The living map: fleet and areas on a chart, and what people do with it. */
export class Scene {
  readonly track = new FleetTrack();
  readonly names = new VehicleNames(() => this.#vehicles?.redraw());
  readonly areas = new LivingAreas();
  readonly types = new TypePictures();
  readonly #acts: SceneActs;
  /** The account whose map this is. */
  readonly #whose = whose.id;
  #map: MapLibre | undefined;
  #vehicles: VehicleLayer | undefined;
  #areaLayer = $state.raw<AreaLayer | undefined>();
  #selectedId: string | null = null;
  #shown: ReadonlySet<string> | null = null;
  #fitted = false;
  #sawSelected = false;
  readonly #moves: Moves;
  #hovered = $state<string | null>(null);
  #counts = $state.raw(NO_COUNTS);
  #pins = $state.raw<readonly { id: string; pixel: Pixel }[]>([]);
  #pinned: readonly string[] = [];
  #following = $state(false);
  #metresPerPixel = $state(0);
  #ready = $state(false);

  constructor(acts: SceneActs) {
    this.#acts = acts;
    this.#moves = new Moves(
      () => this.#map,
      calm,
      () => acts.covers(),
    );
  }

  /** True once the ground is there to draw on. */
  get ready(): boolean {
    return this.#ready;
  }
  /** The vehicle under the mouse. */
  get hovered(): string | null {
    return this.#hovered;
  }
  /** Vehicles by state, of those that are shown. */
  get counts(): Counts {
    return this.#counts;
  }
  /** Whether the map keeps the selected vehicle in its middle. */
  get following(): boolean {
    return this.#following;
  }
  /** Ground distance of one CSS pixel in the middle of the map, in metres. */
  get metresPerPixel(): number {
    return this.#metresPerPixel;
  }

  /** Where a pinned vehicle is drawn; null while it is out of sight or has no position. */
  pixelOf(id: string): Pixel | null {
    return this.#pins.find((pin) => pin.id === id)?.pixel ?? null;
  }

  /** Reads positions, then listens; returns the function that stops. */
  start(): () => void {
    const stops = [
      listen('positions', (payload) => this.#merge(payload, !calm.matches)),
      listen('account', () => {
        this.track.clear();
        void this.#load();
      }),
      followRemovals(this.track, () => {
        this.#count();
        this.#vehicles?.redraw();
      }),
      this.names.start(),
      this.areas.start(),
    ];
    void this.#load();
    return () => stops.forEach((stop) => stop());
  }

  /** Takes the map in use; returns the function that lets go of it. */
  attach(map: MapLibre, palette: Palette): () => void {
    this.#map = map;
    this.types.renew(palette);
    const sources: VehicleSources = {
      label: (id) => this.names.of(id)?.plate ?? null,
      glyph: (id, status) => {
        const type = this.names.of(id)?.type;
        return type === undefined ? null : this.types.of(type, status);
      },
      nowMs: () => clock.nowMs,
      covers: () => this.#acts.covers(),
    };
    const vehicles = new VehicleLayer(map, this.track, sources, palette);
    this.#vehicles = vehicles;
    this.#areaLayer = new AreaLayer(map, palette);
    vehicles.ondraw = () => {
      this.#movePins();
      this.types.note(vehicles.pictured().flatMap((id) => this.names.of(id)?.type ?? []));
    };
    vehicles.ontaken = (taken, view) => this.#areaLayer?.yieldTo(taken, view);
    vehicles.setShown(this.#shown);
    vehicles.setSelected(this.#selectedId);
    this.#listenTo(map, vehicles);
    this.#measure();
    this.#fitOnce();
    this.#ready = true;
    return () => {
      this.#ready = false;
      vehicles.destroy();
      this.#vehicles = undefined;
      this.#areaLayer = undefined;
      this.#map = undefined;
    };
  }

  setPalette(palette: Palette): void {
    this.types.renew(palette);
    this.#vehicles?.setPalette(palette);
    this.#areaLayer?.setPalette(palette);
  }

  /** Selects a vehicle; one that is out of sight is brought into it. */
  select(id: string | null): void {
    if (id === this.#selectedId) return;
    this.#selectedId = id;
    this.#vehicles?.setSelected(id);
    if (id === null) this.#following = false;
    else if (this.#following || !this.#sees(id)) this.#goToVehicle(id);
    this.#sawSelected = id !== null;
  }

  /** Lets the fleet step back while something else on the map is worked on. */
  dim(dimmed: boolean): void {
    this.#vehicles?.setDimmed(dimmed);
  }

  /** Lifts the vehicle that the mouse or the list's focus is on. */
  lift(id: string | null): void {
    this.#vehicles?.setHovered(id);
  }

  /** Which vehicles have their pixel told after each drawing. */
  pin(ids: readonly string[]): void {
    this.#pinned = ids;
    this.#vehicles?.redraw();
  }

  show(ids: ReadonlySet<string> | null): void {
    this.#shown = ids;
    this.#vehicles?.setShown(ids);
    this.#count();
  }

  /** Draws areas but for the one that something else draws. */
  drawAreas(areas: readonly DrawnArea[], selectedId: string | null, without: string | null): void {
    this.#areaLayer?.setAreas(areas.filter((area) => area.id !== without));
    this.#areaLayer?.setSelected(selectedId);
  }

  /** Corners of the areas that are drawn. */
  get corners(): readonly LatLng[] {
    return this.#areaLayer?.corners ?? [];
  }

  redraw(): void {
    this.#vehicles?.redraw();
  }

  /** The tenant's list of types has changed: names and colours follow. */
  renewTypes(): void {
    this.types.renew();
    this.redraw();
  }

  zoomBy(steps: number): void {
    const id = this.#selectedId;
    const i = id === null ? undefined : this.track.indexOf(id);
    const keeps = i !== undefined && id !== null && this.#vehicles?.inSight(id) === true;
    // The selected vehicle stays where it is: zooming must not lose it.
    this.#moves.zoomBy(steps, keeps ? this.track.position(i) : null);
  }

  /** Shows every shown vehicle. */
  fit(): void {
    this.#following = false;
    const box = this.#vehicles === undefined ? undefined : boundsOf(this.#vehicles.positions());
    if (box !== undefined) this.goToBounds(box);
  }

  /** What the map shows now; null before it is drawn. */
  inSight(): Bounds | null {
    return this.#map === undefined ? null : boundsInSight(this.#map);
  }

  goToBounds(box: Bounds): void {
    this.#moves.toBox(box);
  }

  /** Shows an area, unless the whole of it is in sight already. */
  goToArea(id: string): void {
    const area = this.areas.all.find((candidate) => candidate.id === id);
    const box = area === undefined ? undefined : areaBounds(area.shape);
    if (box !== undefined && !this.#moves.shows(box)) this.goToBounds(box);
  }

  /** Looks where a camera did. */
  look(at: Camera): void {
    this.#following = false;
    this.#moves.look(at);
  }

  goTo(place: LatLng): void {
    this.#moves.close(place);
  }

  /** Goes to the vehicles with these ids. */
  goToVehicles(ids: readonly string[]): void {
    const places = ids.flatMap((id) => {
      const i = this.track.indexOf(id);
      return i === undefined ? [] : [this.track.position(i)];
    });
    const box = boundsOf(places);
    if (box !== undefined) this.goToBounds(box);
  }

  /** Where a vehicle was last; null where that is not known. */
  positionOf(id: string): LatLng | null {
    const i = this.track.indexOf(id);
    return i === undefined ? null : this.track.position(i);
  }

  /** Brings a vehicle into sight; where it is drawn, or the middle of the map while it is on its way. */
  bring(id: string): Pixel {
    const seen = this.#sees(id) ? this.#vehicles?.pixelOf(id) : null;
    if (seen) return seen;
    this.#goToVehicle(id);
    const canvas = this.#map?.getCanvas();
    return { x: (canvas?.clientWidth ?? 0) / 2, y: (canvas?.clientHeight ?? 0) / 2 };
  }

  setFollowing(on: boolean): void {
    this.#following = on && this.#selectedId !== null;
    if (this.#following && this.#selectedId !== null) this.#goToVehicle(this.#selectedId);
  }

  /** The vehicles nearest to a position, with their distances in metres. */
  nearest(to: LatLng, count: number): { id: string; distanceM: number }[] {
    return nearestShown(this.track, this.#shown, to).slice(0, count);
  }

  /** Tells which shown vehicles lie in a box of pixels. */
  box(a: Pixel, b: Pixel): void {
    const vehicles = this.#vehicles;
    if (vehicles !== undefined) this.#acts.box(vehicles.within(a, b));
  }

  /** Keeps the first sight and what is selected clear of what stands over the map, which is another now. */
  clear(): void {
    this.#moves.beginAgain();
    this.#keepSelected();
    this.redraw();
  }

  /** What opens beside the map or grows upon it must not cover what was just selected. */
  #keepSelected(): void {
    const id = this.#selectedId;
    if (id !== null && this.#sawSelected && !this.#sees(id)) this.#goToVehicle(id);
  }

  /** Whether a vehicle is in sight, clear of the edge and of what stands over the map. */
  #sees(id: string): boolean {
    const at = this.#vehicles?.pixelOf(id) ?? null;
    if (at === null || isCovered(at, this.#acts.covers())) return false;
    return this.#vehicles?.inSight(id, EDGE_PX) === true;
  }

  async #load(): Promise<void> {
    const columns = await fleet.columns();
    if (columns === null) return;
    this.#merge(columns, false);
  }

  #merge(columns: PositionColumns, glide: boolean): void {
    this.track.merge(columns, performance.now(), glide);
    this.#fitOnce();
    this.#count();
    this.#vehicles?.redraw();
    if (this.#following && this.#selectedId !== null) this.#goToVehicle(this.#selectedId);
  }

  #count(): void {
    this.#counts = countShown(this.track, this.#shown);
  }

  /** The first sight is the whole fleet, which may come after the map; later ones are where it was left. */
  #fitOnce(): void {
    if (this.#fitted || this.#map === undefined || this.track.size === 0) return;
    if (whose.id !== this.#whose) return;
    this.#fitted = true;
    if (camera.value !== null) return;
    const box = this.#vehicles === undefined ? undefined : boundsOf(this.#vehicles.positions());
    if (box !== undefined) this.#moves.begin(box);
  }

  #goToVehicle(id: string): void {
    const i = this.track.indexOf(id);
    if (i !== undefined) this.#moves.toVehicle(this.track.position(i));
  }

  #movePins(): void {
    this.#pins = this.#pinned.flatMap((id) => {
      const pixel = this.#vehicles?.pixelOf(id) ?? null;
      const seen = pixel !== null && this.#vehicles?.inSight(id) === true;
      return seen ? [{ id, pixel }] : [];
    });
  }

  #measure(): void {
    if (this.#map !== undefined) this.#metresPerPixel = metresPerPixelOf(this.#map);
  }

  #listenTo(map: MapLibre, vehicles: VehicleLayer): void {
    const canvas = map.getCanvas();
    const placeAt = ({ x, y }: Pixel): Place => ({
      ...vehicles.positionAt({ x, y }),
      pixel: { x, y },
    });
    map.on('mousemove', ({ point }) => {
      if (map.isMoving() || this.#acts.busy()) return;
      const hit = vehicles.pick(point.x, point.y);
      this.#hovered = hit?.is === 'vehicle' ? hit.id : null;
      canvas.style.cursor = hit === null ? '' : 'pointer';
    });
    map.on('mouseout', () => (this.#hovered = null));
    map.on('click', ({ point }) => {
      const hit = vehicles.pick(point.x, point.y);
      if (hit?.is === 'vehicle') this.#acts.vehicle(hit.id);
      else if (hit?.is === 'cluster') this.#acts.cluster(hit);
      else this.#acts.areas(this.#areaLayer?.pick(point.x, point.y) ?? []);
    });
    map.on('contextmenu', ({ point, originalEvent }) => {
      originalEvent.preventDefault();
      const hit = vehicles.pick(point.x, point.y);
      this.#acts.place(placeAt(point), hit?.is === 'vehicle' ? hit.id : null);
    });
    map.on('dragstart', () => (this.#following = false));
    canvas.addEventListener('keydown', (event) => {
      if (event.key.startsWith('Arrow')) this.#following = false;
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      // The menu key asks about the selected vehicle, else about the middle of the map, which the
      // arrow keys move.
      event.preventDefault();
      const id = this.#selectedId;
      const at = id === null || !vehicles.inSight(id) ? null : vehicles.pixelOf(id);
      const middle = { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
      this.#acts.place(placeAt(at ?? middle), at === null ? null : id);
    });
    map.on('move', () => this.#measure());
    map.on('resize', () => this.#keepSelected());
    map.on('moveend', () => {
      const id = this.#selectedId;
      this.#sawSelected = id !== null && this.#sees(id);
      // The page of one account is still here for a moment when another is opened.
      if (this.#following || whose.id !== this.#whose) return;
      const { lat, lng } = map.getCenter();
      camera.set({ lat, lng, zoom: map.getZoom() });
    });
  }
}
