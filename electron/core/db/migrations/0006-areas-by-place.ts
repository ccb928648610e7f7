import type { Migration } from './migration.ts';

/**
 * The boxes of areas are worked out by the rule that draws them (`area_side`, which reads numbers
 * sent as text and the reach of corridors and great circles too), so that no area is missed where
 * it is. An area that has no shape has no box.
 */
const put = (json: string): string =>
  `INSERT INTO area_box (rowid, min_lat, max_lat, min_lng, max_lng)
     SELECT record.rowid, area_side(${json}, 'south'), area_side(${json}, 'north'),
       area_side(${json}, 'west'), area_side(${json}, 'east')
     FROM record`;

const newShown = 'coalesce(new.overlay, new.base)';
const oldShown = 'coalesce(old.overlay, old.base)';
const isNew = `WHERE record.rowid = new.rowid AND area_side(${newShown}, 'south') IS NOT NULL`;
const shown = 'coalesce(record.overlay, record.base)';

export const migration: Migration = {
  version: 6,
  name: 'areas by place',
  up(db) {
    db.exec(`
      DROP TRIGGER record_box_insert;
      DROP TRIGGER record_box_update;
      CREATE TRIGGER record_box_insert AFTER INSERT ON record WHEN new.entity = 'area' BEGIN
        ${put(newShown)} ${isNew};
      END;
      CREATE TRIGGER record_box_update AFTER UPDATE OF base, overlay ON record
      WHEN new.entity = 'area' AND ${newShown} IS NOT ${oldShown} BEGIN
        DELETE FROM area_box WHERE rowid = old.rowid;
        ${put(newShown)} ${isNew};
      END;
      DELETE FROM area_box;
      ${put(shown)} WHERE entity = 'area' AND area_side(${shown}, 'south') IS NOT NULL;
    `);
  },
};
