import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import javax.xml.crypto.dsig.*;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;

/**
 * The JDK's own XML signatures, to check ours with and to be checked by ours.
 *
 * verify CERTIFICATE FILE…            prints `true` or `false` for each file
 * sign CERTIFICATE KEY.der FILE OUT   signs one
 */
public class XmlSignatures {
  public static void main(String[] args) throws Exception {
    X509Certificate certificate;
    try (var in = new FileInputStream(args[1])) {
      certificate = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
    if (args[0].equals("sign")) sign(certificate, args[2], args[3], args[4]);
    else for (int at = 2; at < args.length; at++) System.out.println(verify(certificate, args[at]));
  }

  static Document read(String file) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(Path.of(file).toFile());
  }

  static boolean verify(X509Certificate certificate, String file) throws Exception {
    var signatures = read(file).getElementsByTagNameNS(XMLSignature.XMLNS, "Signature");
    var context = new DOMValidateContext(certificate.getPublicKey(), signatures.item(0));
    context.setProperty("org.jcp.xml.dsig.secureValidation", Boolean.TRUE);
    return XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context).validate(context);
  }

  static void sign(X509Certificate certificate, String keyFile, String file, String out) throws Exception {
    var key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(Path.of(keyFile))));
    var factory = XMLSignatureFactory.getInstance("DOM");
    var transform = factory.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null);
    var reference = factory.newReference("", factory.newDigestMethod(DigestMethod.SHA256, null), List.of(transform), null, null);
    var signedInfo = factory.newSignedInfo(
        factory.newCanonicalizationMethod(CanonicalizationMethod.INCLUSIVE, (C14NMethodParameterSpec) null),
        factory.newSignatureMethod("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", null),
        List.of(reference));
    KeyInfoFactory keyInfos = factory.getKeyInfoFactory();
    var keyInfo = keyInfos.newKeyInfo(List.of(keyInfos.newX509Data(List.of(certificate))));
    var document = read(file);
    factory.newXMLSignature(signedInfo, keyInfo).sign(new DOMSignContext((PrivateKey) key, document.getDocumentElement()));
    try (var stream = new FileOutputStream(out)) {
      TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(stream));
    }
  }
}
