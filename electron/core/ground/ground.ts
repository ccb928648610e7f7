import type {
  AddedAddress,
  GroundCache,
  GroundMap,
  GroundMaps,
} from '../../../shared/ipc/ground.ts';
import type { Result } from '../../../shared/result.ts';
import type { Copies } from '../copies.ts';
import type { Regions } from './regions.ts';
import type { StoredTiles } from './tileCache.ts';

/** The ground of the map of one account. */
export interface Ground {
  maps(): Promise<GroundMaps>;
  /** Adds an archive that lies on this computer and chooses it. */
  addFile(file: string): Promise<Result<{ map: GroundMap }>>;
  readonly regions: Pick<
    Regions,
    'estimate' | 'keep' | 'pause' | 'resume' | 'refresh' | 'remove' | 'archive'
  >;
  readonly copies: Pick<Copies, 'begin' | 'add' | 'drop'>;
  /** Adds what was copied and chooses it. */
  endCopy(copy: string): Promise<Result<{ map: GroundMap }>>;
  /**
   * Adds an archive that Waybill itself put onto the disk, and draws it where nothing else was chosen.
   * The file is moved. Done twice with one name it is one map.
   */
  adopt(file: string, copy: string, name: string): Promise<Result<{ map: GroundMap }>>;
  /** Adds a map server, of which one tile is asked at once, and chooses it. */
  addAddress(asked: AddedAddress): Promise<Result<{ map: GroundMap }>>;
  choose(id: string | null): Promise<Result<Record<string, never>>>;
  remove(id: string): Promise<Result<Record<string, never>>>;
  setCache(cache: GroundCache): Promise<Result<Record<string, never>>>;
  /** Forgets every tile that was fetched, but for those of regions. */
  clearCache(): Promise<Result<Record<string, never>>>;
  /** Tiles that were fetched, in all. */
  stored(): StoredTiles;
  /** One tile, unpacked and looked at; null where the map has none there. */
  tile(id: string, z: number, x: number, y: number): Promise<Result<Uint8Array | null>>;
  close(): Promise<void>;
}
