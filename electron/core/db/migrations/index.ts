import { migration as mirrorAndOutbox } from './0001-mirror-and-outbox.ts';
import { migration as outboxLanes } from './0002-outbox-lanes.ts';
import { migration as everySort } from './0003-every-sort.ts';
import { migration as unassignedFuel } from './0004-unassigned-fuel.ts';
import { migration as thinnedPoints } from './0005-thinned-points.ts';
import { migration as areasByPlace } from './0006-areas-by-place.ts';
import { migration as answersInSearch } from './0007-answers-in-search.ts';
import { migration as stagingInMemory } from './0008-staging-in-memory.ts';
import { migration as keptPdfs } from './0009-kept-pdfs.ts';
import { migration as baselines } from './0010-baselines.ts';
import { migration as temporaryTargets } from './0011-temporary-targets.ts';
import { migration as wantedAnswers } from './0012-wanted-answers.ts';
import type { Migration } from './migration.ts';

/** Every migration in its order. */
export const migrations: readonly Migration[] = [
  mirrorAndOutbox,
  outboxLanes,
  everySort,
  unassignedFuel,
  thinnedPoints,
  areasByPlace,
  answersInSearch,
  stagingInMemory,
  keptPdfs,
  baselines,
  temporaryTargets,
  wantedAnswers,
];
