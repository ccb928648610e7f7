import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import type { GeoJSONStoreFeatures, HexColor } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { AreaType } from '../../shared/model/area.ts';
import { areaGeoJson, areaRing, drawnPositions } from '../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../shared/rules/areaShape.ts';
import {
  boundsOf,
  fromMercator,
  haversineM,
  toGeoJsonPosition,
  toMercator,
  wrapLng,
} from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import { hasHandle } from './handles.ts';
import { snappingTo } from './snap.ts';

/** What a drawing tells. */
export interface DrawingActs {
  /** A shape was finished: drawn, or a corner of it dragged, added or taken away. */
  finished(shape: AreaShape): void;
  /** It is being dragged or drawn: for figures beside it. */
  moving(shape: AreaShape): void;
  /** Corners that attract those that are set. */
  corners(): readonly LatLng[];
}

/** A shape on the map that can be drawn and changed by mouse, touch and pen. */
export interface Drawing {
  /** Shows a shape with handles; nothing happens if it is there already. */
  show(shape: AreaShape): void;
  /** Waits for a new shape of a kind to be drawn. */
  draw(type: AreaType): void;
  /** Shows nothing and waits for nothing. */
  rest(): void;
  setColour(colour: string): void;
  /** Takes back the corner that was set last; false while nothing is drawn whose corners can be. */
  undo(): boolean;
  /** Sets it again; false while nothing is being drawn. */
  redo(): boolean;
  /** The corners that are set of what is being drawn. */
  halfDrawn(): readonly LatLng[];
  stop(): void;
}

/** terra-draw's names of the four kinds. */
const MODES: Readonly<Record<AreaType, string>> = {
  circle: 'circle',
  rectangle: 'rectangle',
  polygon: 'polygon',
  polyline: 'linestring',
};

const CORRIDOR = 'draft-corridor';
/** A tenth of a metre: finer than a hand draws. */
const DIGITS = 6;
const HEX = /^#[0-9a-f]{6}$/i;

function isHex(colour: string): colour is HexColor {
  return HEX.test(colour);
}

function round({ lat, lng }: LatLng): LatLng {
  const scale = 10 ** DIGITS;
  return { lat: Math.round(lat * scale) / scale, lng: Math.round(wrapLng(lng) * scale) / scale };
}

/** Reads what was drawn; undefined while it is not a shape yet. */
function shapeOf(feature: GeoJSONStoreFeatures, halfWidthM: number): AreaShape | undefined {
  // Longitudes count on beyond 180 where the map was turned so far: what is measured is so before it is rounded.
  const drawn = drawnPositions(feature.geometry);
  const points = drawn.map(round);
  switch (feature.properties['mode']) {
    case MODES.circle: {
      // Drawn circles are round on the Mercator square, so their middle is taken there.
      const places = drawn.map(toMercator).map(({ x, y }) => ({ lat: y, lng: x }));
      const box = boundsOf(places);
      if (box === undefined) return undefined;
      const middle = { x: (box.west + box.east) / 2, y: (box.south + box.north) / 2 };
      const centre = round(fromMercator(middle));
      const reaches = points.map((point) => haversineM(centre, point));
      const meanM = reaches.reduce((sum, reach) => sum + reach, 0) / reaches.length;
      return { type: 'circle', centre, radiusM: Math.max(1, Math.round(meanM)) };
    }
    case MODES.rectangle: {
      const box = boundsOf(drawn);
      if (box === undefined) return undefined;
      const { lat: south, lng: west } = round({ lat: box.south, lng: box.west });
      const { lat: north, lng: east } = round({ lat: box.north, lng: box.east });
      return { type: 'rectangle', bounds: { south, west, north, east } };
    }
    case MODES.polygon:
      return points.length < 3 ? undefined : { type: 'polygon', ring: points };
    case MODES.polyline:
      return points.length < 2 ? undefined : { type: 'polyline', line: points, halfWidthM };
    default:
      return undefined;
  }
}

/** The feature that terra-draw shows for a shape: a line keeps its line, not its corridor. */
function geometryOf(shape: AreaShape): ReturnType<typeof areaGeoJson> {
  return areaGeoJson(shape.type === 'polyline' ? { ...shape, halfWidthM: 0 } : shape);
}

/** How the tools draw in a colour. */
function stylesOf(colour: HexColor, isHandle: (point: GeoJSONStoreFeatures) => boolean) {
  const polygon = {
    fillColor: colour,
    fillOpacity: 0.18,
    outlineColor: colour,
    outlineWidth: 2.5,
  };
  return {
    round: polygon,
    polygon: { ...polygon, closingPointColor: colour, closingPointWidth: 6 },
    line: { lineStringColor: colour, lineStringWidth: 3, closingPointColor: colour },
    select: {
      selectedPolygonColor: colour,
      selectedPolygonFillOpacity: 0.2,
      selectedPolygonOutlineColor: colour,
      selectedPolygonOutlineWidth: 2.5,
      selectedLineStringColor: colour,
      selectedLineStringWidth: 3,
      selectionPointColor: '#ffffff' as const,
      selectionPointOutlineColor: colour,
      selectionPointWidth: (point: GeoJSONStoreFeatures) => (isHandle(point) ? 6 : 0),
      selectionPointOutlineWidth: (point: GeoJSONStoreFeatures) => (isHandle(point) ? 2 : 0),
      midPointColor: colour,
      midPointOutlineColor: '#ffffff' as const,
      midPointOutlineWidth: 1,
      midPointWidth: 4,
    },
  };
}
type Styles = ReturnType<typeof stylesOf>;

function makeTools(
  map: MapLibre,
  styles: Styles,
  othersCorners: () => readonly LatLng[],
): TerraDraw {
  const snapping = { toCustom: snappingTo(othersCorners) };
  const corners = { midpoints: true, draggable: true, deletable: true, snappable: snapping };
  return new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
    modes: [
      new TerraDrawCircleMode({ styles: styles.round }),
      new TerraDrawRectangleMode({ styles: styles.round }),
      new TerraDrawPolygonMode({ snapping, styles: styles.polygon }),
      new TerraDrawLineStringMode({ snapping, styles: styles.line }),
      new TerraDrawSelectMode({
        // The shape stays in hand: a click beside it must not lay it down.
        allowManualDeselection: false,
        keyEvents: null,
        flags: {
          circle: { feature: { draggable: true, coordinates: { resizable: 'center' } } },
          rectangle: { feature: { draggable: true, coordinates: { resizable: 'opposite' } } },
          polygon: { feature: { draggable: true, coordinates: corners } },
          linestring: { feature: { draggable: true, coordinates: corners } },
        },
        styles: styles.select,
      }),
    ],
  });
}

/** Gives the tools another colour; what is being drawn stays. */
function restyle(tools: TerraDraw, styles: Styles): void {
  tools.updateModeOptions<typeof TerraDrawCircleMode>(MODES.circle, { styles: styles.round });
  tools.updateModeOptions<typeof TerraDrawRectangleMode>(MODES.rectangle, { styles: styles.round });
  tools.updateModeOptions<typeof TerraDrawPolygonMode>(MODES.polygon, { styles: styles.polygon });
  tools.updateModeOptions<typeof TerraDrawLineStringMode>(MODES.polyline, { styles: styles.line });
  tools.updateModeOptions<typeof TerraDrawSelectMode>('select', { styles: styles.select });
}

/** The corners that are set of the outline or line that is being drawn: those behind them follow the pointer. */
function cornersSet(tools: TerraDraw): LatLng[] {
  if (tools.getModeState() !== 'drawing') return [];
  const feature = tools.getSnapshot().find(({ properties }) => properties['currentlyDrawing']);
  const points = feature === undefined ? [] : drawnPositions(feature.geometry).map(round);
  const { mode, committedCoordinateCount } = feature?.properties ?? {};
  if (mode === MODES.polygon) return points.slice(0, Number(committedCoordinateCount));
  return mode === MODES.polyline ? points.slice(0, -1) : [];
}

/** The corridor of a line that is drawn, beside the line itself. */
interface Corridor {
  /** Nothing for shapes that have none. */
  draw(shape: AreaShape | null): void;
  setColour(colour: HexColor): void;
  remove(): void;
}

function addCorridor(map: MapLibre, colour: HexColor): Corridor {
  map.addSource(CORRIDOR, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  map.addLayer({
    id: CORRIDOR,
    type: 'fill',
    source: CORRIDOR,
    paint: { 'fill-color': colour, 'fill-opacity': 0.14 },
  });
  return {
    draw(shape) {
      const ring = shape?.type === 'polyline' ? areaRing(shape) : undefined;
      const coordinates =
        ring === undefined ? [] : [[...ring, ...ring.slice(0, 1)].map((p) => toGeoJsonPosition(p))];
      void map.getSource<GeoJSONSource>(CORRIDOR)?.setData({ type: 'Polygon', coordinates });
    },
    setColour: (next) => void map.setPaintProperty(CORRIDOR, 'fill-color', next),
    remove() {
      if (map.getLayer(CORRIDOR) !== undefined) map.removeLayer(CORRIDOR);
      if (map.getSource(CORRIDOR) !== undefined) map.removeSource(CORRIDOR);
    },
  };
}

/**
 * Starts terra-draw and tells of what is drawn with it.
 *
 * @param inHand the shape that is changed: terra-draw knows nothing of the width of a line
 */
function startTools(
  map: MapLibre,
  styles: Styles,
  inHand: () => AreaShape | null,
  acts: DrawingActs,
): TerraDraw {
  const tools = makeTools(map, styles, () => acts.corners());
  const halfWidthM = (): number => {
    const shape = inHand();
    return shape?.type === 'polyline' ? shape.halfWidthM : 0;
  };
  tools.start();
  tools.on('change', (ids, kind) => {
    if (kind !== 'update' && kind !== 'create') return;
    const features = ids.flatMap((id) =>
      tools.hasFeature(id) ? tools.getSnapshotFeature(id) : [],
    );
    const feature = features.find((each) => each?.properties['mode'] !== 'select');
    const shape = feature === undefined ? undefined : shapeOf(feature, halfWidthM());
    if (shape !== undefined) acts.moving(shape);
  });
  tools.on('finish', (id) => {
    const feature = tools.getSnapshotFeature(id);
    const shape = feature === undefined ? undefined : shapeOf(feature, halfWidthM());
    if (shape !== undefined) acts.finished(shape);
  });
  return tools;
}

/** Takes the map for drawing until `stop`. */
export function startDrawing(map: MapLibre, firstColour: string, acts: DrawingActs): Drawing {
  let colour: HexColor = isHex(firstColour) ? firstColour : '#0f7c8a';
  let shown: AreaShape | null = null;
  let shownText = '';
  let waiting: AreaType | null = null;
  const corridor = addCorridor(map, colour);

  // A circle has four handles and not one at each of its corners, though it can be taken anywhere at its edge.
  const isHandle = ({ properties }: GeoJSONStoreFeatures): boolean =>
    hasHandle(shown?.type, Number(properties['index']));
  const tools = startTools(map, stylesOf(colour, isHandle), () => shown, {
    moving(shape) {
      corridor.draw(shape);
      acts.moving(shape);
    },
    finished(shape) {
      waiting = null;
      acts.finished(shape);
    },
    corners: () => acts.corners(),
  });

  function put(shape: AreaShape): void {
    tools.clear();
    const id = tools.getFeatureId();
    const properties = { mode: MODES[shape.type] };
    const [answer] = tools.addFeatures([
      { id, type: 'Feature', geometry: geometryOf(shape), properties },
    ]);
    if (answer?.valid === true) tools.selectFeature(id);
    corridor.draw(shape);
  }

  function clear(): void {
    shown = null;
    shownText = '';
    tools.clear();
    corridor.draw(null);
  }

  return {
    show(shape) {
      const text = JSON.stringify(shape);
      if (waiting === null && text === shownText) return;
      waiting = null;
      shown = shape;
      shownText = text;
      // terra-draw forbids changes of its store inside its own events: they are made right after.
      queueMicrotask(() => {
        if (shownText === text && tools.enabled) put(shape);
      });
    },
    draw(type) {
      if (waiting === type) return;
      clear();
      waiting = type;
      tools.setMode(MODES[type]);
    },
    rest() {
      waiting = null;
      clear();
      tools.setMode('select');
    },
    setColour(next) {
      if (!isHex(next) || next === colour) return;
      colour = next;
      restyle(tools, stylesOf(colour, isHandle));
      corridor.setColour(colour);
    },
    undo: () => tools.undo(),
    redo: () => tools.redo() || tools.getModeState() === 'drawing',
    halfDrawn: () => cornersSet(tools),
    stop() {
      tools.stop();
      corridor.remove();
    },
  };
}
