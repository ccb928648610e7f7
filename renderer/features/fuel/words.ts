import {
  formatCount,
  formatDistance,
  formatDuration,
  formatNumber,
  formatSpeed,
} from '../../state/format.ts';
import { formatUnitPrice, formatVolume, volumeUnit } from '../../state/units.ts';
import { text } from '../../text/en.ts';
import type { Reason } from './candidates.ts';
import type { Mark } from './marks.ts';

/** What marks and reasons say, with their figures. */

const { marks, reasons } = text.fuel;

const apart = (ms: number): string => formatDuration(Math.round(ms / 1000));

const DAY_MS = 86_400_000;
/** Long times as days, which is how people think of fillings. */
function span(ms: number): string {
  return ms < DAY_MS ? apart(ms) : text.units.days(formatNumber(ms / DAY_MS, 1));
}

/** Why a transaction is marked. */
export function markText(mark: Mark): string {
  switch (mark.is) {
    case 'moving':
      return mark.speedKmh === null
        ? marks.movingUnknown
        : marks.moving(formatSpeed(mark.speedKmh));
    case 'overTank':
      return marks.overTank(formatVolume(mark.litres), formatVolume(mark.tankL));
    case 'twice':
      return marks.twice[mark.by](apart(mark.apartMs));
    case 'far':
      return marks.far(formatDistance(mark.distanceM), mark.station);
    case 'price': {
      const share = formatNumber(Math.abs(mark.price / mark.median - 1) * 100, 0);
      return marks.price(
        ...([formatUnitPrice(mark.price), volumeUnit(), formatUnitPrice(mark.median)] as const),
        ...([`${share} %`, formatCount(mark.of)] as const),
      );
    }
  }
}

/** Why a vehicle is a candidate, or is less of one. */
export function reasonText(reason: Reason): string {
  switch (reason.is) {
    case 'card':
      return reasons.card(formatCount(reason.count), formatCount(reason.of));
    case 'driver':
      return reasons.driver(reason.name);
    case 'stoppedThere':
    case 'droveBy':
    case 'elsewhere':
      return reasons[reason.is](formatDistance(reason.distanceM));
    case 'wasDriving':
      return reasons.wasDriving;
    case 'lastSeen':
    case 'lastSeenFar':
      return reasons[reason.is](formatDistance(reason.distanceM), apart(reason.apartMs));
    case 'fits':
    case 'tooSmall':
      return reasons[reason.is](formatVolume(reason.tankL));
    case 'justFilled':
      return reasons.justFilled(span(reason.apartMs));
    case 'due':
      return reasons.due(span(reason.sinceMs), span(reason.usualMs));
    case 'usualStation':
      return reasons.usualStation(formatCount(reason.count));
  }
}
