/**
 * Every element of the e-CF, in order, with its simple type and, for each of the ten types of e-CF,
 * how often it may occur within its parent: `1` exactly once, `?` at most once, `.` never.
 * `[n]` after a name: it repeats, up to n times (`1` then means at least once); `33:m` sets another maximum for a type.
 * The order is the same in all ten schemas. The final Signature is not in the table.
 * @source e-CF 31 … 47 v.1.0.xsd (33 and 34 of 01-04-2026, the others of 16-10-2025)
 */
export const ECF = `
                                                                                              3333444444
                                                                                              1234134567
Encabezado                                                                                    1111111111
  Version                                                 Version                             1111111111
  IdDoc                                                                                       1111111111
    TipoeCF                                               TipoeCF                             1111111111
    eNCF                                                  eNCF                                1111111111
    IndicadorNotaCredito                                  IndicadorNotaCredito                ...1......
    FechaVencimientoSecuencia                             Fecha                               1.1.111111
    IndicadorEnvioDiferido                                IndicadorEnvioDiferido              ????..???.
    IndicadorMontoGravado                                 IndicadorMontoGravado               ?????..?..
    IndicadorServicioTodoIncluido                         IndicadorServicioTodoIncluido       ????..??..
    TipoIngresos                                          TipoIngresos                        11??..111.
    TipoPago                                              TipoPago                            1111??111?
    FechaLimitePago                                       Fecha                               ?????.????
    TerminoPago                                           TerminoPago                         ???.?.????
    TablaFormasPago                                                                           ???.?.????
      FormaDePago[7]                                                                          111.1.1111
        FormaPago                                         FormaPago                           111.1.1111
        MontoPago                                         Monto                               111.1.1111
    TipoCuentaPago                                        TipoCuentaPago                      ???.?.????
    NumeroCuentaPago                                      Texto28                             ???.?.????
    BancoPago                                             Texto75                             ???.?.????
    FechaDesde                                            Fecha                               ????..????
    FechaHasta                                            Fecha                               ????..????
    TotalPaginas                                          TotalPaginas                        ??????????
  Emisor                                                                                      1111111111
    RNCEmisor                                             RNC                                 1111111111
    RazonSocialEmisor                                     Texto150                            1111111111
    NombreComercial                                       Texto150                            ??????????
    Sucursal                                              Texto20                             ??????????
    DireccionEmisor                                       Texto100                            1111111111
    Municipio                                             ProvinciaMunicipio                  ??????????
    Provincia                                             ProvinciaMunicipio                  ??????????
    TablaTelefonoEmisor                                                                       ??????????
      TelefonoEmisor[3]                                   Telefono                            1111111111
    CorreoEmisor                                          Correo                              ??????????
    WebSite                                               Texto50                             ??????????
    ActividadEconomica                                    Texto100                            ??????????
    CodigoVendedor                                        Texto60                             ????..???.
    NumeroFacturaInterna                                  Texto20                             ??????????
    NumeroPedidoInterno                                   Entero20                            ??????????
    ZonaVenta                                             Texto20                             ????..???.
    RutaVenta                                             Texto20                             ????..???.
    InformacionAdicionalEmisor                            Texto250                            ??????????
    FechaEmision                                          Fecha                               1111111111
  Comprador                                                                                   11??1.111?
    RNCComprador                                          RNC                                 1???1.?1?.
    IdentificadorExtranjero                               Texto20                             .???..?.??
    RazonSocialComprador                                  Texto150                            1???1.111?
    ContactoComprador                                     Texto80                             ?????.???.
    CorreoComprador                                       Correo                              ?????.???.
    DireccionComprador                                    Texto100                            ?????.???.
    MunicipioComprador                                    ProvinciaMunicipio                  ?????.???.
    ProvinciaComprador                                    ProvinciaMunicipio                  ?????.???.
    PaisComprador                                         Pais                                ........?.
    FechaEntrega                                          Fecha                               ????..???.
    ContactoEntrega                                       Texto100                            ????..???.
    DireccionEntrega                                      Texto100                            ????..???.
    TelefonoAdicional                                     Telefono                            ????..???.
    FechaOrdenCompra                                      Fecha                               ????..???.
    NumeroOrdenCompra                                     Texto20                             ????..???.
    CodigoInternoComprador                                Texto20                             ?????.???.
    ResponsablePago                                       ResponsablePago                     ?????.???.
    InformacionAdicionalComprador                         Texto150                            ?????.???.
  InformacionesAdicionales                                                                    ????..???.
    FechaEmbarque                                         Fecha                               ????..???.
    NumeroEmbarque                                        Texto25                             ????..???.
    NumeroContenedor                                      Texto100                            ????..???.
    NumeroReferencia                                      NumeroReferencia                    ????..???.
    NombrePuertoEmbarque                                  Texto40                             ........?.
    CondicionesEntrega                                    CondicionesEntrega                  ........?.
    TotalFob                                              MontoPositivo                       ........?.
    Seguro                                                MontoPositivo                       ........?.
    Flete                                                 MontoPositivo                       ........?.
    OtrosGastos                                           MontoPositivo                       ........?.
    TotalCif                                              Monto                               ........?.
    RegimenAduanero                                       RegimenAduanero                     ........?.
    NombrePuertoSalida                                    Texto40                             ........?.
    NombrePuertoDesembarque                               Texto40                             ........?.
    PesoBruto                                             Monto                               ????..???.
    PesoNeto                                              Monto                               ????..???.
    UnidadPesoBruto                                       UnidadMedida                        ????..???.
    UnidadPesoNeto                                        UnidadMedida                        ????..???.
    CantidadBulto                                         Monto                               ????..???.
    UnidadBulto                                           UnidadMedida                        ????..???.
    VolumenBulto                                          MontoPositivo                       ????..???.
    UnidadVolumen                                         UnidadMedida                        ????..???.
  Transporte                                                                                  ????..????
    ViaTransporte                                         ViaTransporte                       ........?.
    PaisOrigen                                            Pais                                ........?.
    DireccionDestino                                      Texto100                            ........?.
    PaisDestino                                           Pais                                ........??
    RNCIdentificacionCompaniaTransportista                Texto20                             ........?.
    NombreCompaniaTransportista                           Texto150                            ........?.
    NumeroViaje                                           Texto20                             ........?.
    Conductor                                             Texto20                             ????..???.
    DocumentoTransporte                                   Entero20                            ????..???.
    Ficha                                                 Texto10                             ????..???.
    Placa                                                 Texto7                              ????..???.
    RutaTransporte                                        Texto20                             ????..???.
    ZonaTransporte                                        Texto20                             ????..???.
    NumeroAlbaran                                         Texto20                             ????..???.
  Totales                                                                                     1111111111
    MontoGravadoTotal                                     Monto                               ?????..??.
    MontoGravadoI1                                        Monto                               ?????..?..
    MontoGravadoI2                                        Monto                               ?????..?..
    MontoGravadoI3                                        Monto                               ?????..??.
    MontoExento                                           Monto                               ????????.?
    ITBIS1                                                Entero2                             ?????..?..
    ITBIS2                                                Entero2                             ?????..?..
    ITBIS3                                                Entero2                             ?????..??.
    TotalITBIS                                            Monto                               ?????..??.
    TotalITBIS1                                           Monto                               ?????..?..
    TotalITBIS2                                           Monto                               ?????..?..
    TotalITBIS3                                           Monto                               ?????..??.
    MontoImpuestoAdicional                                MontoPositivo                       ????..??..
    ImpuestosAdicionales                                                                      ????..??..
      ImpuestoAdicional[20]                                                                   1111..11..
        TipoImpuesto                                      CodificacionTipoImpuestos           111?..11..
        TasaImpuestoAdicional                             Porcentaje                          111?..11..
        MontoImpuestoSelectivoConsumoEspecifico           MontoPositivo                       ????...?..
        MontoImpuestoSelectivoConsumoAdvalorem            MontoPositivo                       ????...?..
        OtrosImpuestosAdicionales                         MontoPositivo                       ????..1?..
    MontoTotal                                            Monto                               1111111111
    MontoNoFacturable                                     MontoConSigno                       ????..???.
    MontoPeriodo                                          MontoConSigno                       ??????????
    SaldoAnterior                                         MontoConSigno                       ??????????
    MontoAvancePago                                       Monto                               ??????????
    ValorPagar                                            MontoConSigno                       ??????????
    TotalITBISRetenido                                    Monto                               ?.???.....
    TotalISRRetencion                                     Monto                               ?.???....?
    TotalITBISPercepcion                                  Monto                               ?.???.....
    TotalISRPercepcion                                    Monto                               ?.???.....
  OtraMoneda                                                                                  ??????????
    TipoMoneda                                            TipoMoneda                          ??????????
    TipoCambio                                            TipoCambio                          ??????????
    MontoGravadoTotalOtraMoneda                           Monto                               ?????..??.
    MontoGravado1OtraMoneda                               Monto                               ?????..?..
    MontoGravado2OtraMoneda                               Monto                               ?????..?..
    MontoGravado3OtraMoneda                               Monto                               ?????..??.
    MontoExentoOtraMoneda                                 Monto                               ????????.?
    TotalITBISOtraMoneda                                  Monto                               ?????..??.
    TotalITBIS1OtraMoneda                                 Monto                               ?????..?..
    TotalITBIS2OtraMoneda                                 Monto                               ?????..?..
    TotalITBIS3OtraMoneda                                 Monto                               ?????..??.
    MontoImpuestoAdicionalOtraMoneda                      MontoPositivo                       ????..??..
    ImpuestosAdicionalesOtraMoneda                                                            ????..??..
      ImpuestoAdicionalOtraMoneda[20]                                                         1111..11..
        TipoImpuestoOtraMoneda                            CodificacionTipoImpuestos           1111..??..
        TasaImpuestoAdicionalOtraMoneda                   Porcentaje                          1111..??..
        MontoImpuestoSelectivoConsumoEspecificoOtraMoneda MontoPositivo                       ????...?..
        MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda  MontoPositivo                       ????...?..
        OtrosImpuestosAdicionalesOtraMoneda               MontoPositivo                       ????..??..
    MontoTotalOtraMoneda                                  Monto                               ??????????
DetallesItems                                                                                 1111111111
  Item[1000,33:10000,34:10000]                                                                1111111111
    NumeroLinea                                           NumeroLinea                         1111111111
    TablaCodigosItem                                                                          ??????????
      CodigosItem[5]                                                                          1111111111
        TipoCodigo                                        Texto14                             1111111111
        CodigoItem                                        Texto35                             1111111111
    IndicadorFacturacion                                  IndicadorFacturacion                1111111111
    Retencion                                                                                 ?.??1....1
      IndicadorAgenteRetencionoPercepcion                 IndicadorAgenteRetencionoPercepcion ?.??1....1
      MontoITBISRetenido                                  Monto                               ?.???.....
      MontoISRRetenido                                    Monto                               ?.???....1
    NombreItem                                            Texto80                             1111111111
    IndicadorBienoServicio                                IndicadorBienoServicio              1111111111
    DescripcionItem                                       Texto1000                           ??????????
    CantidadItem                                          MontoPositivo                       1111111111
    UnidadMedida                                          UnidadMedida                        ??????????
    CantidadReferencia                                    Monto                               ????...?..
    UnidadReferencia                                      UnidadMedida                        ????...?..
    TablaSubcantidad                                                                          ????...?..
      SubcantidadItem[5]                                                                      1111...1..
        Subcantidad                                       Cantidad3                           ????...?..
        CodigoSubcantidad                                 UnidadMedida                        ????...?..
    GradosAlcohol                                         Porcentaje                          ????...?..
    PrecioUnitarioReferencia                              MontoPositivo                       ????...?..
    FechaElaboracion                                      Fecha                               ?????.???.
    FechaVencimientoItem                                  Fecha                               ?????.???.
    Mineria                                                                                   .???....?.
      PesoNetoKilogramo                                   Cantidad3                           .???....?.
      PesoNetoMineria                                     Cantidad3                           .???....?.
      TipoAfiliacion                                      TipoAfiliacion                      .???....?.
      Liquidacion                                         Liquidacion                         .???....?.
    PrecioUnitarioItem                                    Precio                              1111111111
    DescuentoMonto                                        Monto                               ?????.???.
    TablaSubDescuento                                                                         ?????.???.
      SubDescuento[12]                                                                        11111.111.
        TipoSubDescuento                                  TipoDescuentoRecargo                11111.111.
        SubDescuentoPorcentaje                            Porcentaje                          ?????.???.
        MontoSubDescuento                                 Monto                               ?????.???.
    RecargoMonto                                          Monto                               ?????.???.
    TablaSubRecargo                                                                           ?????.???.
      SubRecargo[12]                                                                          11111.111.
        TipoSubRecargo                                    TipoDescuentoRecargo                11111.111.
        SubRecargoPorcentaje                              Porcentaje                          ?????.???.
        MontoSubRecargo                                   Monto                               ?????.???.
    TablaImpuestoAdicional                                                                    ????..??..
      ImpuestoAdicional[2]                                                                    1111..11..
        TipoImpuesto                                      CodificacionTipoImpuestos           1111..11..
    OtraMonedaDetalle                                                                         ??????????
      PrecioOtraMoneda                                    Precio                              ??????????
      DescuentoOtraMoneda                                 Monto                               ??????????
      RecargoOtraMoneda                                   Monto                               ??????????
      MontoItemOtraMoneda                                 Monto                               ??????????
    MontoItem                                             Monto                               1111111111
Subtotales                                                                                    ??????????
  Subtotal[20]                                                                                1111111111
    NumeroSubTotal                                        Entero2                             ??????????
    DescripcionSubtotal                                   Texto40                             ??????????
    Orden                                                 Entero2                             ??????????
    SubTotalMontoGravadoTotal                             Monto                               ?????..??.
    SubTotalMontoGravadoI1                                Monto                               ?????..?..
    SubTotalMontoGravadoI2                                Monto                               ?????..?..
    SubTotalMontoGravadoI3                                Monto                               ?????..??.
    SubTotaITBIS                                          Monto                               ?????..??.
    SubTotaITBIS1                                         Monto                               ?????..?..
    SubTotaITBIS2                                         Monto                               ?????..?..
    SubTotaITBIS3                                         Monto                               ?????..??.
    SubTotalImpuestoAdicional                             Monto                               ?????.??..
    SubTotalExento                                        Monto                               ????????.?
    MontoSubTotal                                         Monto                               ??????????
    Lineas                                                Entero2                             ??????????
DescuentosORecargos                                                                           ?????.???.
  DescuentoORecargo[20]                                                                       11111.111.
    NumeroLinea                                           Entero2                             11111.111.
    TipoAjuste                                            TipoAjuste                          11111.111.
    IndicadorNorma1007                                    IndicadorNorma1007                  ????...?..
    DescripcionDescuentooRecargo                          Texto45                             ?????.???.
    TipoValor                                             TipoDescuentoRecargo                ?????.???.
    ValorDescuentooRecargo                                Porcentaje                          ?????.???.
    MontoDescuentooRecargo                                Monto                               ?????.???.
    MontoDescuentooRecargoOtraMoneda                      Monto                               ?????.???.
    IndicadorFacturacionDescuentooRecargo                 IndicadorFacturacionDR              ?????.???.
Paginacion                                                                                    ??????????
  Pagina[1000,33:10000,34:10000]                                                              1111111111
    PaginaNo                                              NumeroPagina                        ??????????
    NoLineaDesde                                          NumeroPagina                        ??????????
    NoLineaHasta                                          NumeroPagina                        ??????????
    SubtotalMontoGravadoPagina                            Monto                               ?????..??.
    SubtotalMontoGravado1Pagina                           Monto                               ?????..?..
    SubtotalMontoGravado2Pagina                           Monto                               ?????..?..
    SubtotalMontoGravado3Pagina                           Monto                               ?????..??.
    SubtotalExentoPagina                                  Monto                               ????????.?
    SubtotalItbisPagina                                   Monto                               ?????..??.
    SubtotalItbis1Pagina                                  Monto                               ?????..?..
    SubtotalItbis2Pagina                                  Monto                               ?????..?..
    SubtotalItbis3Pagina                                  Monto                               ?????..??.
    SubtotalImpuestoAdicionalPagina                       MontoPositivo                       ????..??..
    SubtotalImpuestoAdicional                                                                 ????..??..
      SubtotalImpuestoSelectivoConsumoEspecificoPagina    MontoPositivo                       ????...?..
      SubtotalOtrosImpuesto                               MontoPositivo                       ????..??..
    MontoSubtotalPagina                                   Monto                               ??????????
    SubtotalMontoNoFacturablePagina                       Monto                               ????..???.
InformacionReferencia                                                                         ??11??????
  NCFModificado                                           NCF                                 ??11??????
  RNCOtroContribuyente                                    RNC                                 ??????????
  FechaNCFModificado                                      Fecha                               ??11??????
  CodigoModificacion                                      CodigoModificacion                  ??11??????
  RazonModificacion                                       Texto90                             ..??......
FechaHoraFirma                                            FechaHora                           1111111111
`;
