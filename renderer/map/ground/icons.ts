import type { Map as MapLibre } from 'maplibre-gl';
import type { Palette } from '../palette.ts';

/** The pictures that the styles of the ground name, drawn here: there is no sprite to fetch. */

const RATIO = 2;
const SHIELD_KINDS = ['generic_shield', 'US:I', 'NL:S-road'];
const SHIELD_CHARS = [1, 2, 3, 4, 5];

type Draw = (context: CanvasRenderingContext2D) => void;

/** Edges in CSS pixels. */
function drawn(width: number, height: number, draw: Draw): ImageData | null {
  const canvas = document.createElement('canvas');
  canvas.width = width * RATIO;
  canvas.height = height * RATIO;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.scale(RATIO, RATIO);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function dot(ring: boolean, { text, ground }: Palette): ImageData | null {
  return drawn(12, 12, (context) => {
    context.beginPath();
    context.arc(6, 6, ring ? 4.5 : 3, 0, 2 * Math.PI);
    context.fillStyle = ground.halo;
    context.strokeStyle = text;
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
    if (!ring) return;
    context.beginPath();
    context.arc(6, 6, 2, 0, 2 * Math.PI);
    context.fillStyle = text;
    context.fill();
  });
}

function arrow({ ground }: Palette): ImageData | null {
  return drawn(12, 12, (context) => {
    context.strokeStyle = ground.streetText;
    context.lineWidth = 1.2;
    context.beginPath();
    context.moveTo(6, 11);
    context.lineTo(6, 2);
    context.moveTo(3.5, 4.5);
    context.lineTo(6, 2);
    context.lineTo(8.5, 4.5);
    context.stroke();
  });
}

function shield(chars: number, { ground, text, contrast }: Palette): ImageData | null {
  const width = 10 + 6 * chars;
  return drawn(width, 16, (context) => {
    context.beginPath();
    context.roundRect(0.75, 0.75, width - 1.5, 14.5, 3);
    context.fillStyle = ground.halo;
    context.strokeStyle = contrast ? text : ground.motorwayCase;
    context.lineWidth = 1.2;
    context.fill();
    context.stroke();
  });
}

/** Puts them on a map, or draws them anew in other colours. */
export function putIcons(map: MapLibre, palette: Palette): void {
  const put = (name: string, image: ImageData | null): void => {
    if (image === null) return;
    if (map.hasImage(name)) map.updateImage(name, image);
    else map.addImage(name, image, { pixelRatio: RATIO });
  };
  put('townspot', dot(false, palette));
  put('capital', dot(true, palette));
  put('arrow', arrow(palette));
  for (const chars of SHIELD_CHARS) {
    const image = shield(chars, palette);
    for (const kind of SHIELD_KINDS) put(`${kind}-${String(chars)}char`, image);
  }
}
