/** The rows of the error table about trips. */
export const ROAD_ERRORS = {
  TRIP_ALREADY_STARTED: {
    status: 409,
    message: {
      en: 'Driver and vehicle can be changed only while the trip is NO_INICIADO.',
      es: 'El operador y la unidad solo se pueden cambiar mientras el viaje está NO_INICIADO.',
    },
  },
  TRIP_TRANSITION: {
    status: 409,
    message: {
      en: 'The trip cannot change to that status from the one it has. Read the trip again.',
      es: 'El viaje no puede pasar a ese estatus desde el actual. Vuelva a consultar el viaje.',
    },
  },
  TRIP_NOT_READY: {
    status: 409,
    message: {
      en: 'The trip cannot start yet: assign a driver and a vehicle that are DISPONIBLE.',
      es: 'El viaje aún no puede iniciar: asigne un operador y una unidad que estén DISPONIBLE.',
    },
  },
  TRIP_NOT_IN_PROGRESS: {
    status: 409,
    message: {
      en: 'The trip is not EN_PROCESO, so it takes no positions. Start it first.',
      es: 'El viaje no está EN_PROCESO, por eso no recibe posiciones. Primero inícielo.',
    },
  },
  TRIP_ENDED: {
    status: 409,
    message: {
      en: 'The trip has ended, so its stops can only be corrected one by one.',
      es: 'El viaje ya terminó, por eso sus paradas solo se pueden corregir una por una.',
    },
  },
  PLAN_OVERLAPS: {
    status: 409,
    message: {
      en: 'Another trip needs the driver or vehicle then. Change the plan.',
      es: 'Otro viaje ocupa al operador o la unidad. Cambie el plan.',
    },
  },
} as const;
