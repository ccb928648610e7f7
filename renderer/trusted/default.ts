import mapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import areaWorker from '../features/areas/files/worker.ts?worker&url';
import { createPolicy, DEFAULT, defaultRules } from './rules.ts';

// Until this ran, every text is refused.
createPolicy(DEFAULT, defaultRules([mapWorker, areaWorker]));
