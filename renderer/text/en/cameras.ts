/** Camera events and the cameras of the fleet. */
export const cameras = {
  tabs: { events: 'Events', fleet: 'All cameras' },
  severities: { high: 'High', medium: 'Medium', low: 'Low' },
  filter: {
    label: 'Whose events',
    vehicle: 'Events of a vehicle',
    driver: 'Events of a driver',
    only: (name: string) => `Only ${name}`,
    leave: (name: string) => `All again, not only ${name}`,
  },
  facts: {
    lasted: 'Lasted',
    route: 'Route',
  },
  showRoute: 'Show the route of that day',
  media: {
    title: 'Pictures and recordings',
    none: 'The service gives no link to a picture or recording of it.',
    nth: (number: string) => `Recording ${number}`,
    at: (host: string) => `at ${host}`,
    noLink: 'no address that can be followed',
    copy: 'Copy its link',
    copyOf: (camera: string) => `Copy its link: ${camera}`,
    files: {
      title: 'Pictures and recordings',
      absent: (count: string) =>
        count === '1'
          ? 'One of them lies at the service itself.'
          : `${count} of them lie at the service itself.`,
      fetch: 'Fetch from the service',
    },
    elsewhere: {
      whose: (host: string) =>
        `This event names files at ${host}, which is not your service. Waybill does not know whose server it is.`,
      never:
        'Your sign-in is never sent there, and nothing else of this event. What comes is kept on this computer.',
    },
    hint: 'Waybill does not follow these links by itself: they lead to another server, which would learn who looks at what.',
  },
  map: {
    title: 'On the map',
    noRoute: 'The way before and after is drawn once the route of that day was read.',
  },
  fleet: {
    label: 'All cameras of the fleet',
    file: 'cameras',
    search: 'Search vehicle, side, device',
    columns: {
      side: 'Looks to',
      ends: 'Link good until',
    },
    ended: (day: string) => `ended ${day}`,
    read: (devices: string) =>
      devices === '1' ? 'Read the cameras of 1 device' : `Read the cameras of ${devices} devices`,
    reading: (done: string, total: string) => `Reading device ${done} of ${total}`,
    unread: (unread: number, total: number) =>
      unread === 0
        ? 'All of them were read.'
        : unread === total
          ? 'None of them was read on this computer yet.'
          : `Not read on this computer: ${String(unread)} of ${String(total)} devices.`,
    offline: 'There is no connection now. What was read before is shown.',
    cut: 'Only the first 5,000 devices are looked at.',
    noDevices: 'No device has a camera',
    noDevicesHint: 'By what the devices on this computer say.',
    none: 'No cameras were read yet',
    noneHint: 'The service tells the cameras of one device at a time.',
    count: (count: number, words: string) => (count === 1 ? '1 camera' : `${words} cameras`),
    oldest: 'The oldest was read',
  },
} as const;
