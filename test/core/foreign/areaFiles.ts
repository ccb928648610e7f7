import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import fc from 'fast-check';
import { readAreaFile } from '../../../renderer/features/areas/files/read.ts';
import { mutatedBytes, mutatedJson } from './mutated.ts';
import { parser, type Parser } from './parsers.ts';

/** Files of areas from other programs; a worker of the desk reads them. */

const RING = '5,52,0 5.01,52,0 5.01,52.01,0 5,52.01,0 5,52,0';

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:k="urn:k"><Document><Folder><Placemark>
<name>Quarry &amp; pit</name><description><![CDATA[<b>made up</b>]]></description>
<ExtendedData><Data name="color"><value>#112233</value></Data>
<SchemaData><SimpleData name="radius">25</SimpleData></SchemaData></ExtendedData>
<k:Polygon><outerBoundaryIs><LinearRing><coordinates>${RING}</coordinates></LinearRing></outerBoundaryIs>
<innerBoundaryIs><LinearRing><coordinates>${RING}</coordinates></LinearRing></innerBoundaryIs></k:Polygon>
</Placemark><Placemark><name>Way</name><MultiGeometry><LineString><coordinates>${RING}</coordinates>
</LineString><Point><coordinates>5,52</coordinates></Point></MultiGeometry></Placemark></Folder></Document></kml>`;

const GPX = `<?xml version="1.0"?><!-- made up --><gpx version="1.1" creator="x">
<wpt lat="52" lon="5"><name>Gate</name><extensions><radius>40</radius></extensions></wpt>
<rte><name>Way</name><rtept lat="52" lon="5"/><rtept lat="52.01" lon="5.01"/></rte>
<trk><name>Yard</name><trkseg><trkpt lat="52" lon="5"/><trkpt lat='52.01' lon='5'/>
<trkpt lat="52.01" lon="5.01"/><trkpt lat="52" lon="5"/></trkseg></trk></gpx>`;

const GEO_JSON = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Quarry', radius: 30, groups: ['Depots'], areaType: 'polygon' },
      geometry: {
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'MultiPolygon',
            coordinates: [
              [
                [
                  [5, 52],
                  [5.01, 52],
                  [5.01, 52.01],
                  [5, 52],
                ],
              ],
            ],
          },
          { type: 'Point', coordinates: [5, 52] },
        ],
      },
    },
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'LineString',
        coordinates: [
          [5, 52],
          [5.1, 52],
        ],
      },
    },
  ],
});

const TABLE = `Name;Latitude;Longitude;Radius;Coordinates;Groups
Gate;52,01;5,01;40;;Depots
"Yard ""north""";;;;"52 5; 52 5.01; 52.01 5.01";'=Ports
`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function reads(file: Uint8Array): Promise<boolean> {
  const told = await readAreaFile('made up.kml', file);
  if (!told.ok) return false;
  for (const one of told.found) {
    if ('reason' in one) continue;
    const { shape } = one;
    const points =
      shape.type === 'polygon' ? shape.ring : shape.type === 'polyline' ? shape.line : [];
    const isWild = points.some(({ lat, lng }) => !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180));
    if (isWild || typeof one.name !== 'string') throw new Error('An area that is none');
  }
  return true;
}

export async function areaParsers(): Promise<Parser[]> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  await writer.add('doc.kml', new TextReader(KML), { useWebWorkers: false });
  const kmz = await writer.close();
  return [
    parser('areas of a file (KML)', mutatedBytes([bytes(KML)]), reads),
    parser('areas of a file (KMZ)', mutatedBytes([kmz]), reads),
    parser('areas of a file (GPX)', mutatedBytes([bytes(GPX)]), reads),
    parser(
      'areas of a file (GeoJSON)',
      fc.oneof(mutatedJson([GEO_JSON]).map(bytes), mutatedBytes([bytes(GEO_JSON)])),
      reads,
    ),
    parser('areas of a file (CSV)', mutatedBytes([bytes(TABLE)]), reads),
  ].map((one) => ({ ...one, apart: true }));
}
